import type { Graph, PortDomain } from '../core/graph.js';
import { decodeAllInputs, decodeInputs, encodeInputs, encodeOutputs } from './boundary.js';

const PORTS: readonly PortDomain[] = [
  { name: 'zeta', domain: { kind: 'integer', lo: 0, hi: 9 } },
  { name: 'constructor', domain: { kind: 'list', element: { kind: 'boolean' }, lo: 0, hi: 9 } },
];
const GRAPH: Graph = {
  role: 'circuit',
  parameters: PORTS,
  nodes: [],
  kinds: [],
  regions: [],
  requires: [],
  entry: 0,
  body: 1,
  outputs: PORTS.map((port, node) => ({ ...port, node })),
  ensures: [],
};

test('inputs come by parameter, whatever the order of members', () => {
  expect(decodeInputs(GRAPH, { constructor: [true], zeta: 3 })).toEqual({ ok: true, inputs: [3, [true]] });
});

test.each<[string, unknown, string | null, string]>([
  ['the first wrong port in order of declaration', { constructor: [1], zeta: 10 }, 'zeta', ''],
  ['the path inside a port', { constructor: [true, 1], zeta: 9 }, 'constructor', '[1]'],
  ['a missing port, though every object inherits the name', { zeta: 9 }, 'constructor', ''],
  ['a missing port before a wrong one', { constructor: 1 }, 'zeta', ''],
  ['a wrong port before an unknown one', { constructor: 1, zeta: 9, alpha: 0 }, 'constructor', ''],
  ['the first unknown port by code point', { constructor: [], zeta: 9, b: 0, a: 0 }, 'a', ''],
  ['no port where there is no object', [1], null, ''],
  ['no port where there is nothing', undefined, null, ''],
])('refused is %s', (_, json, port, path) => {
  expect(decodeInputs(GRAPH, json)).toMatchObject({ ok: false, error: { port, path } });
});

test('all wrong ports are named for those who ask for all', () => {
  const { errors } = decodeAllInputs(GRAPH, { zeta: -1, other: 1 });
  expect(errors.map((error) => error.port)).toEqual(['zeta', 'constructor', 'other']);
});

test('outputs and inputs are encoded in order of declaration, whatever their names', () => {
  const values = new Map<string, number | readonly boolean[]>([
    ['constructor', [true]],
    ['zeta', 3],
  ]);
  expect(JSON.stringify(encodeOutputs(GRAPH, values))).toBe('{"zeta":3,"constructor":[true]}');
  expect(JSON.stringify(encodeInputs(PORTS, [3, [true]]))).toBe('{"zeta":3,"constructor":[true]}');
});
