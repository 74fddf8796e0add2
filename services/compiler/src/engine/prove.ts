import { type Certification, certifyWith, type Program } from '@kirchhoff/coherence';
import { type SolverOut, solverOnDemand, unlessSolverIsOut } from '@kirchhoff/solver';

/** One a thread, kept from the first query on. */
export const solver = solverOnDemand();

/** The certification of a program, unless it needs a solver and that is out. */
export async function prove(
  program: Program,
): Promise<{ readonly kind: 'certification'; readonly certification: Certification } | SolverOut> {
  return unlessSolverIsOut(async () => ({ kind: 'certification', certification: await certifyWith(program, solver) }));
}
