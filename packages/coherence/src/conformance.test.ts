import { certify } from '@kirchhoff/prover/certify';
import { conformanceCases } from './testing/conformance-cases.js';
import { outcome, programOf } from './testing/outcome.js';

/** Closed in truth, and left open without a solver: the middle of two bounds that are known only by their difference. */
const LEFT_OPEN: ReadonlySet<string> = new Set(['binary_search']);

const cases = conformanceCases();

test.each(cases.filter(({ name }) => !LEFT_OPEN.has(name)))('$name is $expect', (expected) => {
  const certification = certify(programOf(expected.source));
  expect(certification.certified ? 'closed' : 'open').toBe(expected.expect);
  expect(certification.phi_c === 1).toBe(certification.certified);
});

test.each(cases.filter(({ name }) => LEFT_OPEN.has(name)))('$name is left open, without a counterexample', (expected) => {
  const { certified, errors } = certify(programOf(expected.source));
  expect({ certified, refuted: errors.filter((error) => error.counterexample !== undefined) }).toEqual({ certified: false, refuted: [] });
});

test.each(cases.filter(({ error }) => error !== undefined))('$name names its error', (expected) => {
  const { error, counterexample } = expected;
  const program = programOf(expected.source);
  const found = certify(program).errors.filter(
    ({ type, domain, line }) => type === error?.type && (error.domain ?? domain) === domain && (error.line ?? line) === line,
  );
  expect(found).not.toEqual([]);
  if (counterexample === true) {
    const confirmed = found.filter((one) => one.counterexample !== undefined && outcome(program, one.counterexample) === 'domain error');
    expect(confirmed).not.toEqual([]);
  }
});

test.each(cases)('$name gives its vectors', (expected) => {
  const program = programOf(expected.source);
  for (const { inputs, outputs, domain_error } of expected.vectors) {
    expect({ inputs, outcome: outcome(program, inputs) }).toEqual({ inputs, outcome: domain_error === true ? 'domain error' : outputs });
  }
});
