import { init } from 'z3-solver';
import { type ClosableSolver, solverOver } from './solver-over.js';

/**
 * z3 as a `Solver`: WebAssembly from its maintained npm package, about 0.3 s to start and 100 MB. Runs in the main
 * thread and in worker threads of Node, and blocks the thread while it searches.
 */
export async function createSolver(): Promise<ClosableSolver> {
  return solverOver(await init());
}
