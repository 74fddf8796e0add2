import { decodeInputs, encodeInputs, encodeOutputs } from './boundary.js';
import { type DomainJson, encodeDomain } from './domain-json.js';
import { evaluate } from './evaluate.js';
import type { Program } from './program.js';
import { read } from './read.js';

const POINT = '(z: 0..9, inner: (y: bool, b: 0..9)?, a: [(q: 0..9, p: (0..9)??); ..3], m: (c: 0..9, d: 0..9))';
const SORTED = '(a: [(p: (0..9)??, q: 0..9); ..3], inner: (b: 0..9, y: bool)?, m: (c: 0..9, d: 0..9), z: 0..9)';
const VALUE = {
  m: { c: 1, d: 2 },
  z: 3,
  a: [
    { p: { some: 4 }, q: 5 },
    { p: { some: null }, q: 6 },
  ],
  inner: { b: 7, y: true },
};

function programOf(domain: string): Program {
  const reading = read(`domain Point = ${domain}\ncircuit c {\n  input p: Point\n  output r: Point\n  r = p\n}`);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  return reading.program;
}

function written(domain: string): { readonly result: string; readonly inputs: string; readonly signature: readonly DomainJson[] } {
  const program = programOf(domain);
  const [graph] = program.core.graphs;
  const [map] = program.sourceMap.graphs;
  if (graph === undefined || map === undefined) throw new Error('a circuit has a graph');
  const decoded = decodeInputs(graph, { p: VALUE });
  const result = decoded.ok ? evaluate(program, 0, decoded.inputs) : decoded;
  if (!decoded.ok || !('type' in result) || result.type !== 'outputs') throw new Error(JSON.stringify(result));
  return {
    result: JSON.stringify(encodeOutputs(graph, result.outputs, map.outputs)),
    inputs: JSON.stringify(encodeInputs(graph.parameters, decoded.inputs, map.parameters)),
    signature: graph.parameters.map((port, i) => encodeDomain(port.domain, map.parameters[i]?.order)),
  };
}

/** A record of fields with these names. */
function recordOf(...names: readonly string[]) {
  return { kind: 'record', fields: names.map((name) => expect.objectContaining({ name })) };
}

test('results and inputs have the fields of records as they are declared, within lists and options too', () => {
  const record = '{"z":3,"inner":{"y":true,"b":7},"a":[{"q":5,"p":{"some":4}},{"q":6,"p":{"some":null}}],"m":{"c":1,"d":2}}';
  expect(written(POINT)).toMatchObject({ result: `{"r":${record}}`, inputs: `{"p":${record}}` });
});

test('signatures have them too', () => {
  const [domain] = written(POINT).signature;
  const fields = domain?.kind === 'record' ? domain.fields : [];
  expect(fields.map(({ name }) => name)).toEqual(['z', 'inner', 'a', 'm']);
  expect(fields.slice(1).map((field) => field.domain)).toEqual([
    { kind: 'option', value: recordOf('y', 'b') },
    { kind: 'list', element: recordOf('q', 'p'), lo: 0, hi: 3 },
    recordOf('c', 'd'),
  ]);
});

test('declared in another order it is the same program, with the same JSON but for the order', () => {
  expect(programOf(SORTED).hash).toBe(programOf(POINT).hash);
  const [declared, sorted] = [written(POINT).result, written(SORTED).result];
  expect(JSON.parse(sorted)).toEqual(JSON.parse(declared));
  expect(sorted).toContain('{"r":{"a":[{"p":{"some":4},"q":5}');
});
