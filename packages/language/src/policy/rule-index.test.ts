import type { Graph } from '@kirchhoff/kernel/graph/graph';
import { read } from '../program/read.js';
import { ruleIndex } from './rule-index.js';

function graphOf(source: string): Graph {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics[0]));
  const [graph] = reading.program.core.graphs;
  if (graph === undefined) throw new Error('no graph');
  return graph;
}

function users(rules: number, condition: (index: number) => string, wires = ''): Graph {
  const lines = Array.from({ length: rules }, (_, index) => `  rule r${index} allow on "a" when ${condition(index)}`);
  return graphOf(`policy p {\n  action "a" (user: text[..20], n: 0..99_999)${wires}\n${lines.join('\n')}\n}`);
}

test('rules are looked up by the param that most of them test', () => {
  const { always, tables } = ruleIndex(users(6, (index) => (index < 2 ? `n > ${index}` : `user == "u${index % 2}" and n > ${index}`)));
  expect(always?.places).toEqual([0, 1]);
  expect(tables.map(({ param, parts }) => [param, [...parts].map(([key, { places }]) => [key, places])])).toEqual([
    [
      0,
      [
        ['u0', [2, 4]],
        ['u1', [3, 5]],
      ],
    ],
  ]);
});

test('few rules are not looked up', () => {
  expect(ruleIndex(users(3, (index) => `user == "u${index}"`)).tables).toEqual([]);
});

test('a wire that every rule uses is not copied for each of them, and no work is done for the copies', () => {
  const wire = Array.from({ length: 300 }, (_, index) => `(n ^ ${index + 1})`).join(' | ');
  const graph = users(200, (index) => `user == "u${index}" and wide > ${index}`, ` {\n    wide = ${wire}\n  }`);
  let reads = 0;
  const nodes = new Proxy(graph.nodes, {
    get: (target, name) => {
      reads += 1;
      return Reflect.get(target, name);
    },
  });
  const { always, tables } = ruleIndex({ ...graph, nodes });
  expect([always?.places.length, tables.length]).toEqual([200, 0]);
  expect(reads).toBeLessThan(30 * graph.nodes.length);
});
