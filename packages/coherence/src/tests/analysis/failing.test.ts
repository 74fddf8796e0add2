import { certify } from '@kirchhoff/prover/certify';
import { FAILING, FAILING_IN_RULES } from '../../testing/failing-programs.js';
import { outcome, programOf } from '../../testing/outcome.js';

test.each([...FAILING, ...FAILING_IN_RULES])('not closed, and refuted by an input that fails: %s', (_, source) => {
  const program = programOf(source);
  const { certified, errors } = certify(program);
  expect(certified).toBe(false);
  const counterexamples = errors.flatMap(({ counterexample }) => counterexample ?? []);
  expect(counterexamples.map((inputs) => outcome(program, inputs))).toContain('domain error');
});
