import { check } from '@kirchhoff/kernel/certificate/check';
import { certify } from '@kirchhoff/prover/certify';
import { type Proof, partsOf } from '@kirchhoff/prover/proof';
import { prove } from '@kirchhoff/prover/prove';
import { holdToRuns } from './closed-runs.js';
import { outcome, programOf } from './outcome.js';
import { transplanted } from './transplants.js';

/** A program that closes, with relatives that differ in one place and whose promise fails for some input. */
export type Related = readonly [why: string, source: string, relatives: readonly (readonly [why: string, from: string, to: string])[]];

const RUNS = 200;

/** Expects that a program closes without a solver, and that no run of it fails. */
export function expectClosed(source: string): void {
  const program = programOf(source);
  const { certificate } = certify(program);
  if (certificate === null || certificate === undefined) throw new Error('open');
  holdToRuns(source, program, certificate, RUNS);
}

/** Expects that a program stays open, and that it fails for an input that is reported. */
export function expectRefuted(source: string): void {
  const program = programOf(source);
  const { certified, errors } = certify(program);
  expect(certified).toBe(false);
  const counterexamples = errors.flatMap(({ counterexample }) => counterexample ?? []);
  expect(counterexamples.map((inputs) => outcome(program, inputs))).toContain('domain error');
}

/**
 * Tests that programs close, that their relatives do not, and that the evidence of a program does not close a relative of the same
 * shape.
 *
 * @param hasSameShape true for a row whose relatives have the shape of the program, so that its evidence refers to the same nodes
 */
export function testRelated(rows: readonly Related[], hasSameShape: (why: string) => boolean): void {
  const relatives = rows.flatMap(([why, source, changes]) =>
    changes.map(([change, from, to]) => [`${why}: ${change}`, source, source.replace(from, to)] as const),
  );

  test.each(rows)('closed without a solver, and no run fails: %s', (_, source) => {
    expectClosed(source);
  });

  test.each(relatives)('a relative is open, and an input refutes it: %s', (_, source, relative) => {
    expect(relative).not.toBe(source);
    expectRefuted(relative);
  });

  test.each(relatives.filter(([why]) => hasSameShape(why)))('the evidence does not close the relative: %s', (_, source, relative) => {
    const program = programOf(relative);
    const forged = transplanted(proofOf(source), program);
    if (forged === null) throw new Error('the relative has another shape');
    expect(check(program, forged)).toMatchObject({ valid: false, refused: 'bound-not-implied' });
  });
}

function proofOf(source: string): Proof {
  const proof = prove(programOf(source).core);
  if (partsOf(proof).some(({ findings }) => findings.some(({ evidence }) => evidence === null))) throw new Error('open');
  return proof;
}
