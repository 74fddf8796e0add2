import { CheckMeter } from '@kirchhoff/kernel/rules/meter';
import { parameterViews } from '@kirchhoff/kernel/rules/parameters';
import { valueTerm } from '@kirchhoff/kernel/rules/terms';
import { DefUseChains } from './def-use-chains.js';
import { seeDifference } from './difference-chains.js';
import { GraphSearch } from './prove-graph.js';
import { graphOf } from './testing/graph-of.js';

/** Searches between one pair of terms, so that the facts of the terms between them are cached. */
const OFTEN = 12;

/** Nodes that many others read, with `body` behind the wires that read them. */
function manyReaders(body: string): string {
  const wires = Array.from({ length: 10 }, (_, i) => `w${i} = x + ${i} - y`).join('\n');
  const sum = Array.from({ length: 10 }, (_, i) => `w${i}`).join(' + ');
  return `circuit c {\ninput x: 0..100\ninput y: 0..100\ninput l: [0..9; ..5]\noutput z: i64\n${wires}\n${body}\nz = r + ${sum}\n}`;
}

test.each([
  ['arms that narrow a node', 'r = if x < 10 { if y > x { y - x } else { x - y } } else { y + x }'],
  ['a short circuit', 'b = x > y and y - x < 0 and (y < 9 or x - y > 3)\nr = if b { x - y } else { 0 }'],
  ['a loop that is followed more than once', 'r = fold s = x for e in l { if s < y { s + e } else { s - y } }'],
  ['joins', 'm = if x < y { x } else { y }\nr = (x - m) + (y - m)'],
])('differences are the same with cached facts: %s', (_, body) => {
  const { core, graph } = graphOf(manyReaders(body));
  const given = { parameters: parameterViews(graph), facts: [], meter: new CheckMeter(Number.POSITIVE_INFINITY) };
  const search = new GraphSearch(core, graph, 'whole', given, []);
  let compared = 0;
  let found = 0;
  search.run(({ environment, users }, node) => {
    if (environment.dead) return;
    const integers = graph.nodes.flatMap((_node, id) => (graph.types[id]?.kind === 'integer' && environment.isLive(id) ? [id] : []));
    const terms = integers.filter((id) => id < 4 || id > node - 4).map((id) => valueTerm(environment, id));
    for (const from of terms) {
      for (const to of terms) {
        for (let i = 0; i < OFTEN; i += 1) seeDifference(environment, users, from, to);
        const difference = seeDifference(environment, users, from, to);
        expect(difference).toEqual(seeDifference(environment, new DefUseChains(environment), from, to));
        compared += 1;
        if (difference !== undefined) found += 1;
      }
    }
  });
  expect(compared).toBeGreaterThan(100);
  expect(found).toBeGreaterThan(50);
});

test('a search costs the same work with cached facts', () => {
  const { core, graph } = graphOf(manyReaders('r = x'));
  const meter = new CheckMeter(Number.POSITIVE_INFINITY);
  const search = new GraphSearch(core, graph, 'whole', { parameters: parameterViews(graph), facts: [], meter }, []);
  const costs = new Set<number>();
  search.run(({ environment, users }, node) => {
    if (node !== graph.nodes.length - 1) return;
    const [from = -1, to = -1] = graph.nodes.flatMap(({ op }, id) => (op === 'parameter' ? [id] : []));
    for (let i = 0; i < 3 * OFTEN; i += 1) {
      const before = meter.spent;
      seeDifference(environment, users, from, to);
      costs.add(meter.spent - before);
    }
  });
  expect(costs.size).toBe(1);
});
