import { check } from '@kirchhoff/kernel/certificate/check';
import { permutedLoops } from '@kirchhoff/kernel/rules/permuted-loops';
import { certify } from '@kirchhoff/prover/certify';
import { type Proof, partsOf } from '@kirchhoff/prover/proof';
import { prove } from '@kirchhoff/prover/prove';
import { holdToRuns } from '../../testing/closed-runs.js';
import { outcome, programOf } from '../../testing/outcome.js';
import { MAPPED_ELEMENTS, PERMUTED_LOOPS, SAME_SHAPE } from '../../testing/permuted-loop-programs.js';
import { transplanted } from '../../testing/transplants.js';

/** Loops over one list in two orders, and elements of maps: TRUST.md, "permuted loops" and "element". */
const RUNS = 200;

const ROWS = [...PERMUTED_LOOPS, ...MAPPED_ELEMENTS];
const RELATIVES = ROWS.flatMap(([why, source, relatives]) =>
  relatives.map(([change, from, to]) => [`${why}: ${change}`, source, source.replace(from, to)] as const),
);

test.each(ROWS)('closed without a solver, and no run fails: %s', (_, source) => {
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

test.each(RELATIVES.filter(([why]) => why.includes(SAME_SHAPE)))('the evidence does not close the relative: %s', (_, source, relative) => {
  const program = programOf(relative);
  const forged = transplanted(proofOf(source), program);
  if (forged === null) throw new Error('the relative has another shape');
  expect(check(program, forged)).toMatchObject({ valid: false, refused: 'bound-not-implied' });
});

test('thousands of loops over one list are related without comparing all pairs', () => {
  const count = 4_000;
  const loops = Array.from({ length: count }, (_, i) => `  w${i} = count x in xs { x > ${i} }\n`).join('');
  const { core } = programOf(`circuit c {\n  input xs: [0..9; ..9]\n  output o: 0..9\n${loops}  o = w0\n}\n`);
  const [graph] = core.graphs;
  if (graph === undefined) throw new Error('a program without a graph');
  expect([...permutedLoops(graph).values()]).toHaveLength(0);
});

function proofOf(source: string): Proof {
  const proof = prove(programOf(source).core);
  if (partsOf(proof).some(({ findings }) => findings.some(({ evidence }) => evidence === null))) throw new Error('open');
  return proof;
}
