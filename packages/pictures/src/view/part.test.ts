import { drawProgram } from '../picture/draw-program.js';
import { sceneOf } from '../picture/scene.js';
import { collapsedParts } from '../picture/scenes.js';
import { lines, viewOf } from '../sources.fixture.js';
import { openPart } from './part.js';
import type { GraphView, ProgramView } from './view.js';

/** Programs with collapsed parts. */
const LARGE: Readonly<Record<string, string>> = {
  'a long body with promises': `circuit c {\n input a: 0..9\n output y: i64\n${lines(200, (i) => ` w${i} = ${i === 0 ? 'a' : `w${i - 1}`} + ${i}`)}\n y = w199\n ensure y >= a "no less"\n}`,
  'a long loop': `circuit c {\n input a: [0..9; ..4]\n output y: i64\n y = fold s = 0 for x in a { MAX(s, x * 2 + ${lines(150, (i) => `(x * ${i + 1})`, ' + ')}) }\n}`,
  'a match of 300 arms': `circuit c {\n input a: 0..999\n output b: i64\n b = match a { ${lines(300, (i) => `${i} => a + ${i}`, ', ')}, _ => 0 }\n}`,
  'more components than fit': `circuit c {\n input a: 0..9\n output b: i64\n b = ${lines(40, (i) => `f${i}(a)`, ' + ')}\n}\n${lines(40, (i) => `component f${i}(x: 0..9) -> i64 { x * ${i} + 1 }`)}`,
};

describe.each(Object.entries(LARGE))('%s', (_, source) => {
  const view = viewOf(source);

  it('has collapsed parts, which open, and which together have every operation that has no card', () => {
    const seen = new Set([view.circuit, ...shownOf(view)].flatMap(nodesWithCards));
    const addresses = new Set(collapsedParts(view).map(({ address }) => address));
    expect(addresses.size).toBeGreaterThan(0);
    for (const address of addresses) {
      const part = openPart(view, address);
      if (part === undefined) throw new Error(`${address} does not open`);
      for (const node of nodesWithCards(part.view.circuit)) seen.add(node);
      for (const next of [part.after, ...collapsedParts(part.view).map((each) => each.address)]) if (next !== null) addresses.add(next);
    }
    const operations = [view.circuit, ...view.components].flatMap(({ id, nodes }) =>
      nodes.flatMap((node) => (node.kind === 'operation' ? [`${id} ${node.id}`] : [])),
    );
    expect(operations.filter((each) => !seen.has(each))).toEqual([]);
  });

  it('draws an opened part under its title', async () => {
    const part = openPart(view, collapsedParts(view)[0]?.address ?? '');
    expect(part === undefined ? '' : await drawProgram(part.view, part.title)).toContain(`>${part?.title}</text>`);
  });
});

/** Returns the components that are no parts of their own. */
function shownOf(view: ProgramView): readonly GraphView[] {
  const parts = collapsedParts(view).map(({ address }) => address.split('.', 1)[0]);
  return view.components.filter(({ id }) => !parts.includes(id));
}

/** Returns the nodes that have a card in the scene of a graph. */
function nodesWithCards(graph: GraphView): readonly string[] {
  return [...sceneOf(graph).standIns].flatMap(([node, card]) => (node === card ? [`${graph.id} ${node}`] : []));
}

it.each(['circuit.r99', 'circuit.n99', 'component7.r1', 'circuit.r0', 'circuit.r1.999', 'circuit', '', 'circuit.r1.0', 'x.r1'])(
  'there is no part %j',
  (address) => {
    expect(openPart(viewOf('circuit c {\n input a: 0..9\n output b: i64\n b = a + 1\n}'), address)).toBeUndefined();
  },
);
