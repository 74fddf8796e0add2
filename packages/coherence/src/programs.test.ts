import { formatSource } from '@kirchhoff/language/syntax/format';
import { parseSource } from '@kirchhoff/language/syntax/parse';
import { certify } from '@kirchhoff/prover/certify';
import { examplePrograms } from './testing/conformance-cases.js';
import { outcome, programOf } from './testing/outcome.js';

/**
 * Programs that never fail but are left open without a solver, with their unproven domains and the missing fact. A program that
 * closes must leave this list, which may only shrink.
 */
const LEFT_OPEN: Readonly<Record<string, readonly string[]>> = {
  // bits of a number that a fold has joined
  'security/permission_bits': ['nothing that is denied', 'nothing that was not given'],
};

const programs = examplePrograms();
const isLeftOpen = (name: string): boolean => Object.hasOwn(LEFT_OPEN, name);

test('what is left open is a program', () => {
  expect(programs.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(LEFT_OPEN)));
});

test('the programs are from eight fields, and at least eighty of them close', () => {
  expect(new Set(programs.map(({ name }) => name.split('/')[0])).size).toBeGreaterThanOrEqual(8);
  expect(programs.filter(({ name }) => !isLeftOpen(name)).length).toBeGreaterThanOrEqual(80);
});

test.each(programs.filter(({ name }) => !isLeftOpen(name)))('$name is closed', ({ source }) => {
  const { certified, errors } = certify(programOf(source));
  expect({ certified, errors }).toEqual({ certified: true, errors: [] });
});

test.each(programs.filter(({ name }) => isLeftOpen(name)))('$name is left open, without a counterexample', ({ name, source }) => {
  const { errors } = certify(programOf(source));
  expect(errors.filter((error) => error.counterexample !== undefined)).toEqual([]);
  expect(errors).not.toEqual([]);
  expect(LEFT_OPEN[name]).toEqual(expect.arrayContaining(errors.map((error) => error.domain)));
});

test.each(programs)('$name gives its vectors', ({ source, vectors }) => {
  const program = programOf(source);
  for (const { inputs, outputs, domain_error } of vectors) {
    expect({ inputs, outcome: outcome(program, inputs) }).toEqual({ inputs, outcome: domain_error === true ? 'domain error' : outputs });
  }
});

test.each(programs)('$name is written without a warning, in the layout of the formatter', ({ source }) => {
  const { file } = parseSource(source);
  expect(programOf(source).warnings).toEqual([]);
  expect(file === null ? null : formatSource(file, source)).toBe(source);
});
