import { type Certification, certifyWith, type Program } from '@kirchhoff/coherence';
import { threadSolver } from '@kirchhoff/engine-host/thread';
import { type SolverOut, unlessSolverIsOut } from '@kirchhoff/solver';

/** One for each thread, kept from the first query on. */
export const solver = threadSolver();

/** The certification of a program, or a solver outage if it needs a solver. */
export async function prove(
  program: Program,
): Promise<{ readonly kind: 'certification'; readonly certification: Certification } | SolverOut> {
  return unlessSolverIsOut(async () => ({ kind: 'certification', certification: await certifyWith(program, solver) }));
}
