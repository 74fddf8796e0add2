import { check } from '@kirchhoff/kernel/certificate/check';
import { shorterFolds } from '@kirchhoff/kernel/rules/shorter-folds';
import { certify } from '@kirchhoff/prover/certify';
import { type Proof, partsOf } from '@kirchhoff/prover/proof';
import { prove } from '@kirchhoff/prover/prove';
import { holdToRuns } from '../../testing/closed-runs.js';
import { outcome, programOf } from '../../testing/outcome.js';
import { ONE_MORE, SHORTER_FOLDS } from '../../testing/shorter-fold-programs.js';
import { transplanted } from '../../testing/transplants.js';

/** Two folds of which one goes one round further: TRUST.md, "element". */
const RUNS = 200;

const RELATIVES = SHORTER_FOLDS.flatMap(([why, source, relatives]) =>
  relatives.map(([change, from, to]) => [`${why}: ${change}`, source, source.replace(from, to)] as const),
);

test.each(SHORTER_FOLDS)('closed without a solver, and no run fails: %s', (_, source) => {
  const program = programOf(source);
  const { certificate } = certify(program);
  if (certificate === null || certificate === undefined) throw new Error('open');
  holdToRuns(source, program, certificate, RUNS);
});

test.each(RELATIVES)('a relative is open, and an input refutes it: %s', (_, source, relative) => {
  expect(relative).not.toBe(source);
  const program = programOf(relative);
  const { certified, errors } = certify(program);
  expect(certified).toBe(false);
  const counterexamples = errors.flatMap(({ counterexample }) => counterexample ?? []);
  expect(counterexamples.map((inputs) => outcome(program, inputs))).toContain('domain error');
});

test.each(RELATIVES.filter(([why]) => why.startsWith(ONE_MORE)))('the evidence does not close the relative: %s', (_, source, relative) => {
  const program = programOf(relative);
  const forged = transplanted(proofOf(source), program);
  if (forged === null) throw new Error('the relative has another shape');
  expect(check(program, forged)).toMatchObject({ valid: false, refused: 'bound-not-implied' });
});

test('thousands of folds from one value are related without comparing all pairs', () => {
  const count = 4_000;
  const folds = Array.from({ length: count }, (_, i) => `  w${i} = fold s: 0..9 = 0 for i in 1..(a + ${i}) % 2 { MIN(s + i, 9) }\n`).join(
    '',
  );
  const ends = ['a', 'a + 1'].map((end, i) => `  y${i} = fold s: 0..9 = 0 for i in 1..${end} { MIN(s + i, 9) }\n`).join('');
  const { core } = programOf(`circuit c {\n  input a: 0..9\n  output o: 0..9\n${folds}${ends}  o = y0\n}\n`);
  const [graph] = core.graphs;
  if (graph === undefined) throw new Error('a program without a graph');
  expect([...shorterFolds(graph).values()]).toHaveLength(1);
});

function proofOf(source: string): Proof {
  const proof = prove(programOf(source).core);
  if (partsOf(proof).some(({ findings }) => findings.some(({ evidence }) => evidence === null))) throw new Error('open');
  return proof;
}
