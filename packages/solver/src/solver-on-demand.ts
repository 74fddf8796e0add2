import type { Solver } from '@kirchhoff/kernel';
import type { ClosableSolver } from './solver-over.js';
import { startSolver } from './start-solver.js';

/** The solver could not be started, or broke down: the program is undecided, and a retry may help. */
export class SolverOutage extends Error {
  override readonly name = 'SolverOutage';
}

/** A solver outage as plain data: an exception loses its class on its way out of a thread. */
export interface SolverOut {
  readonly kind: 'solver-out';
  readonly reason: string;
}

/** Returns the result of `run`, or a `SolverOut` if it needed a solver that was out. */
export async function unlessSolverIsOut<Value>(run: () => Promise<Value>): Promise<Value | SolverOut> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof SolverOutage) return { kind: 'solver-out', reason: error.message };
    throw error;
  }
}

/**
 * A solver that the first query starts and later queries share: most programs need no solver. After a breakdown the next query
 * starts another.
 *
 * It throws a `SolverOutage` for a query that it cannot answer: an outage is never an answer.
 */
export function solverOnDemand(start: () => Promise<ClosableSolver> = startSolver): Solver {
  let starting: Promise<ClosableSolver> | undefined;
  let version = '';
  return {
    name: 'z3',
    /** Empty before the first answer. */
    get version() {
      return version;
    },
    solve: async (text, resourceLimit) => {
      starting ??= start();
      const current = starting;
      try {
        const solver = await current;
        const answer = await solver.solve(text, resourceLimit);
        version = solver.version;
        return answer;
      } catch (error) {
        if (starting === current) {
          starting = undefined;
          void giveUp(current);
        }
        throw new SolverOutage(error instanceof Error ? error.message : String(error), { cause: error });
      }
    },
  };
}

/** Closes it if possible: closing may fail after a breakdown. */
async function giveUp(starting: Promise<ClosableSolver>): Promise<void> {
  try {
    await (await starting).close();
  } catch {
    // A failure to close has no further consequence.
  }
}
