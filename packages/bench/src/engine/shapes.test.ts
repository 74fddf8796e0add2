import { certify, certifyWith, type Solver } from '@kirchhoff/coherence';
import { startSolver } from '@kirchhoff/solver';
import { NEEDS_SOLVER, SHAPES, SMALL } from './shapes.js';
import { programOf } from './stages.js';

test.each([{ name: 'small', source: () => SMALL }, ...SHAPES])('$name closes without a solver', ({ source }) => {
  expect(certify(programOf(source(200))).errors).toEqual([]);
});

describe('what needs a solver', () => {
  let solver: Solver & { close(): Promise<void> };
  beforeAll(async () => {
    solver = await startSolver();
  });
  afterAll(async () => solver.close());

  it('is open without one, and closes with one', async () => {
    expect(certify(programOf(NEEDS_SOLVER)).certified).toBe(false);
    expect((await certifyWith(programOf(NEEDS_SOLVER), solver)).assurance).toBe('solver');
  });
});
