import type { Graph, PortDomain } from '@kirchhoff/kernel/graph/graph';
import { decodeValue } from '@kirchhoff/kernel/values/json';
import { isInDomain } from '@kirchhoff/kernel/values/within';
import { decodeAllInputs, decodeInputs, encodeInputs, encodeOutputs } from './boundary.js';

const PORTS: readonly PortDomain[] = [
  { name: 'zeta', domain: { kind: 'integer', lo: 0, hi: 9 } },
  { name: 'constructor', domain: { kind: 'list', element: { kind: 'boolean' }, lo: 0, hi: 9 } },
];
const GRAPH: Graph = {
  role: 'circuit',
  parameters: PORTS,
  nodes: [],
  types: [],
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

/** Orders like the name's code points. */
function codes(name: string): string {
  return Array.from(name, (character) => (character.codePointAt(0) ?? 0).toString(16).padStart(6, '0')).join();
}

test('of many unknown ports the first 10 by code point are listed, and the rest is counted', () => {
  const names = Array.from(
    { length: 70_000 },
    (_, index) => `${String.fromCodePoint(0xe000 + (index % 7), 0x1_0000 + (index % 11))}${index}`,
  );
  const json = { zeta: -1, constructor: [], ...Object.fromEntries(names.map((name) => [name, 0])) };
  const { errors, omitted } = decodeAllInputs(GRAPH, json);
  const firstNine = names.map((name) => ({ name, codes: codes(name) })).toSorted((a, b) => (a.codes < b.codes ? -1 : 1));
  expect(errors.map((error) => error.port)).toEqual(['zeta', ...firstNine.slice(0, 9).map(({ name }) => name)]);
  expect(omitted).toBe(70_000 + 1 - 10);
});

test('of many wrong ports the first 10 in order of declaration are listed, and unknown ones are counted after them', () => {
  const parameters = Array.from({ length: 25 }, (_, index) => ({ name: `p${index}`, domain: { kind: 'boolean' } }) as const);
  const { errors, omitted } = decodeAllInputs({ ...GRAPH, parameters }, { p3: true, p4: 1, other: 0 });
  expect(errors.map((error) => error.port)).toEqual(['p0', 'p1', 'p2', 'p4', 'p5', 'p6', 'p7', 'p8', 'p9', 'p10']);
  expect(omitted).toBe(24 + 1 - 10);
});

test('a list over an enumeration of many tags is decoded without reading all tags for each element', () => {
  const tags = Array.from({ length: 2_000 }, (_, index) => `tag${index}`);
  let reads = 0;
  const counted = new Proxy(tags, {
    get: (target, key) => {
      reads += 1;
      return Reflect.get(target, key) as unknown;
    },
  });
  const element = { kind: 'enumeration', tags: counted } as const;
  const decoded = decodeValue({ kind: 'list', element, lo: 0, hi: 2_000 }, tags);
  expect(decoded.ok && isInDomain({ kind: 'list', element, lo: 0, hi: 2_000 }, decoded.value)).toBe(true);
  expect(reads).toBeLessThan(100_000);
});

test('outputs and inputs are encoded in order of declaration, whatever their names', () => {
  const values = new Map<string, number | readonly boolean[]>([
    ['constructor', [true]],
    ['zeta', 3],
  ]);
  expect(JSON.stringify(encodeOutputs(GRAPH, values))).toBe('{"zeta":3,"constructor":[true]}');
  expect(JSON.stringify(encodeInputs(PORTS, [3, [true]]))).toBe('{"zeta":3,"constructor":[true]}');
});
