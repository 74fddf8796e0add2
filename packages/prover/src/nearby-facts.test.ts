import { CheckMeter } from '@kirchhoff/kernel/rules/meter';
import { parameterViews } from '@kirchhoff/kernel/rules/parameters';
import { valueTerm } from '@kirchhoff/kernel/rules/terms';
import { DefUseChains } from './def-use-chains.js';
import { seeDifference } from './difference-chains.js';
import { GraphSearch } from './prove-graph.js';
import { graphOf } from './testing/graph-of.js';

/** Searches between one pair of terms, so that the facts of the terms between them are cached. */
const OFTEN = 20;

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

/** Outputs that nothing reads. Among the first readers of `x` and `y` is one in an arm; `p` is read with `x` by the last reader. */
function manyOutputs(): string {
  const outputs = Array.from({ length: 12 }, (_, i) => `z${i}`);
  return `circuit c {
    input x: 0..100
    input y: 0..100
    input p: 0..100
    ${outputs.map((name) => `output ${name}: i64`).join('\n')}
    output q: i64
    u = if x < 9 { x + y } else { 0 }
    ${outputs.map((name, i) => `${name} = (u + ${i}) - x + y`).join('\n')}
    q = ${outputs.join(' + ')} + (x - p)
  }`;
}

/** Asks at the last node of a circuit, with what is known of all others. */
function atEnd(
  source: string,
  ask: (search: Pick<GraphSearch, 'environment' | 'users'>, terms: readonly number[], meter: CheckMeter) => void,
) {
  const { core, graph } = graphOf(source);
  const meter = new CheckMeter(Number.POSITIVE_INFINITY);
  const search = new GraphSearch(core, graph, 'whole', { parameters: parameterViews(graph), facts: [], meter }, []);
  search.run(({ environment, users }, node) => {
    if (node !== graph.nodes.length - 1) return;
    const terms = graph.nodes.flatMap((_node, id) => (graph.types[id]?.kind === 'integer' ? [valueTerm(environment, id)] : []));
    ask({ environment, users }, terms, meter);
  });
}

test('searches that are known to fail would fail', () => {
  const results = { found: 0, failed: 0 };
  atEnd(manyOutputs(), ({ environment, users }, terms) => {
    for (let round = 0; round < 3; round += 1) {
      for (const from of terms) {
        for (const to of terms) {
          const difference = seeDifference(environment, users, from, to);
          expect(difference).toEqual(seeDifference(environment, new DefUseChains(environment), from, to));
          results[difference === undefined ? 'failed' : 'found'] += 1;
        }
      }
    }
  });
  expect(results.found).toBeGreaterThan(500);
  expect(results.failed).toBeGreaterThan(500);
});

test.each([
  ['readers that are all reached', manyReaders('r = x')],
  ['readers in arms that have been left', manyOutputs()],
])('a search costs the same work with cached facts: %s', (_, source) => {
  atEnd(source, ({ environment, users }, terms, meter) => {
    const costs = new Map<string, Set<number>>();
    for (let round = 0; round < 3 * OFTEN; round += 1) {
      for (const from of terms) {
        for (const to of terms) {
          const before = meter.spent;
          seeDifference(environment, users, from, to);
          const pair = `${from} ${to}`;
          costs.set(pair, (costs.get(pair) ?? new Set()).add(meter.spent - before));
        }
      }
    }
    expect([...costs].filter(([, each]) => each.size !== 1)).toEqual([]);
  });
});
