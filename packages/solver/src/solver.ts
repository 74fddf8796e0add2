import { init, killThreads } from 'z3-solver';
import { type ClosableSolver, solverOver } from './solver-over.js';

/**
 * z3 as a `Solver`: WebAssembly from its maintained npm package, about 0.3 s to start and 100 MB. Runs in the main
 * thread and in worker threads of Node.
 *
 * Once it is used it holds threads of its own: call `close` to let the process end.
 */
export async function createSolver(): Promise<ClosableSolver> {
  const { Z3, em } = await init();
  return solverOver(Z3, () => killThreads(em));
}
