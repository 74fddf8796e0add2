import { certify } from '@kirchhoff/prover/certify';
import { countRules, holdToRuns, type Yield } from '../../testing/closed-runs.js';
import { BREAKING, KEEPING, OVERSTATED, RARELY_BREAKING, STATED } from '../../testing/loop-programs.js';
import { programOf } from '../../testing/outcome.js';
import { expectClosed, expectRefuted } from '../../testing/related-programs.js';

/** Invariants of loops over one source: TRUST.md, "kept by loops". */
const RUNS = 200;

test.each(KEEPING)('closed by sums of inequalities, and no run fails: %s', (_, source) => {
  const program = programOf(source);
  const { certificate } = certify(program);
  if (certificate === null || certificate === undefined) throw new Error('open');
  const rests: Yield = new Map();
  countRules(rests, certificate);
  expect([...rests.keys()]).toContain('linear');
  holdToRuns(source, program, certificate, RUNS);
});

test('all but the sum of what is written out rest on what loops keep', () => {
  const rests: Yield = new Map();
  for (const [, source] of KEEPING) countRules(rests, certify(programOf(source)).certificate ?? new Uint8Array());
  expect(rests.get('invariants')).toBe(KEEPING.length - 1);
});

test.each(STATED)('an accumulator with a stated domain closes, and no run fails: %s', (_, source) => {
  expectClosed(source);
});

test.each([...BREAKING, ...OVERSTATED])('not closed, and refuted by an input that fails: %s', (_, source) => {
  expectRefuted(source);
});

test.each(RARELY_BREAKING)('not closed, although no input that fails is found: %s', (_, source) => {
  expect(certify(programOf(source)).certified).toBe(false);
});
