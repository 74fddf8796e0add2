import { emptyTally, summary, trial } from '@kirchhoff/coherence/testing/planted/trial';
import { type ClosableSolver, startSolver } from './index.js';
import { engineWith } from './testing/planted-engine.js';

/** Number of generated programs; `npm run planted` generates many more. */
const RUNS = 8;

let solver: ClosableSolver;

beforeAll(async () => {
  solver = await startSolver();
});

afterAll(async () => solver.close());

test('a fault that a run meets is never closed by the solver either', async () => {
  const tally = emptyTally();
  for (let seed = 0; seed < RUNS; seed += 1) await trial(BigInt(seed), 'smt', engineWith(solver), tally);
  process.stderr.write(`${summary(tally)}\n`);
  expect(tally.planted.smt).toBeGreaterThan(0);
}, 1_800_000);
