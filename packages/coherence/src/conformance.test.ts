import { certify } from '@kirchhoff/prover/certify';
import { conformanceCases } from './testing/conformance-cases.js';
import { outcome, programOf } from './testing/outcome.js';

const cases = conformanceCases();

test.each(cases)('$name is $expect', (expected) => {
  const certification = certify(programOf(expected.source));
  expect(certification.certified ? 'closed' : 'open').toBe(expected.expect);
  expect(certification.phi_c === 1).toBe(certification.certified);
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
