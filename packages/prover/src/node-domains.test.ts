import { describe as inWords } from '@kirchhoff/language/diagnostics/describe';
import type { CircuitProgram } from '@kirchhoff/language/program/program';
import { read } from '@kirchhoff/language/program/read';
import { certify } from './certify.js';
import { nodeDomains } from './node-domains.js';

function programOf(source: string): CircuitProgram {
  const reading = read(source);
  if (!reading.ok || reading.program.type !== 'circuit') throw new Error('no circuit');
  return reading.program;
}

const CLOSED = 'circuit c {\n  input a: 0..10\n  output b: 0..100\n  b = twice(a) + 1\n}\ncomponent twice(x: 0..20) -> 0..40 { x * 2 }\n';
const OPEN = 'circuit c {\n  input a: 0..10\n  output b: 0..100\n  b = 100 / a\n}\n';

function wordsOf(program: CircuitProgram, certificate?: Uint8Array) {
  const { graphs, components } = nodeDomains(program, certificate);
  const of = (list: typeof graphs, cores: CircuitProgram['core']['graphs']) =>
    list.map((domains, index) => cores[index]?.nodes.map((_, id) => inWords(domains(id))));
  return [...of(graphs, program.core.graphs), ...of(components, program.core.components)];
}

it('reads the domains of a closed program from its certificate: the same that the analysis finds', () => {
  const program = programOf(CLOSED);
  const { certificate } = certify(program);
  if (certificate === null) throw new Error('it is open');
  expect(wordsOf(program, certificate)).toEqual(wordsOf(program));
  expect(wordsOf(program, certificate)[0]).toContain('1..41');
});

it('says of an open program what holds where everything before has succeeded', () => {
  expect(wordsOf(programOf(OPEN))[0]).toEqual(expect.arrayContaining(['0..10', expect.stringMatching(/^10\.\..* or 100$/)]));
});

it('is not led astray by the certificate of another program, or by none', () => {
  const { certificate } = certify(programOf(CLOSED));
  const program = programOf(OPEN);
  expect(wordsOf(program, certificate ?? undefined)).toEqual(wordsOf(program));
  expect(wordsOf(program, new Uint8Array([0xff, 0x7b]))).toEqual(wordsOf(program));
});
