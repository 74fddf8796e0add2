import type { ClosableSolver } from './solver-over.js';

/** Starts a solver as `createSolver` does. z3 is loaded only now: most processes and threads never ask a query. */
export async function startSolver(): Promise<ClosableSolver> {
  const { createSolver } = await import('./solver.js');
  return createSolver();
}
