import { SolverOutage, solverOnDemand } from '@kirchhoff/solver';
import { Piscina } from 'piscina';
import { SolverCounts } from './solver-counts.js';

type Solver = ReturnType<typeof solverOnDemand>;

/** Returns a solver of this thread, kept from the first query on. The pool shows how many queries it has answered. */
export function threadSolver(): Solver {
  const shared: unknown = Piscina.workerData;
  return counted(solverOnDemand(), new SolverCounts(shared instanceof SharedArrayBuffer ? shared : undefined));
}

/** Counts the answers of a solver. */
export function counted(solver: Solver, counts: SolverCounts): Solver {
  return {
    name: solver.name,
    get version() {
      return solver.version;
    },
    solve: async (text, resourceLimit) => {
      try {
        const answer = await solver.solve(text, resourceLimit);
        counts.add(answer.verdict);
        return answer;
      } catch (error) {
        if (error instanceof SolverOutage) counts.add('out');
        throw error;
      }
    },
  };
}
