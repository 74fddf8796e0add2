import { certify } from '@kirchhoff/prover/certify';
import { holdToRuns } from '../../testing/closed-runs.js';
import { ELEMENTS } from '../../testing/element-programs.js';
import { outcome, programOf } from '../../testing/outcome.js';

/** Elements of lists, choices and cases: TRUST.md, "element" and "linear". */
const RUNS = 200;

test.each(ELEMENTS)('closed without a solver, and no run fails: %s', (_, source) => {
  const program = programOf(source);
  const { certificate } = certify(program);
  if (certificate === null || certificate === undefined) throw new Error('open');
  holdToRuns(source, program, certificate, RUNS);
});

test.each(ELEMENTS)('a relative is open, and an input refutes it: %s', (_, source, from, to) => {
  expect(source).toContain(from);
  const program = programOf(source.replace(from, to));
  const { certified, errors } = certify(program);
  expect(certified).toBe(false);
  const counterexamples = errors.flatMap(({ counterexample }) => counterexample ?? []);
  expect(counterexamples.map((inputs) => outcome(program, inputs))).toContain('domain error');
});
