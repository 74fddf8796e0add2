import { certifyWith, type Solver } from '@kirchhoff/coherence';
import { startSolver } from '@kirchhoff/solver';
import { programOf } from './stages.js';

/** CPU milliseconds of certifying a program that only a solver closes: those of the solver, and those of the engine. */
export interface SolverTime {
  readonly queries: number;
  readonly solver: number;
  readonly engine: number;
}

/** Certifies a source `rounds` times, after one round that is not counted. */
export async function solverTime(source: string, rounds: number): Promise<SolverTime> {
  const z3 = await startSolver();
  try {
    const program = programOf(source);
    const timed = new TimedSolver(z3);
    const certified = await certifyWith(program, timed);
    if (!certified.certified || timed.queries === 0) throw new Error('the source that needs a solver does not, or is open');
    timed.reset();
    const before = process.cpuUsage();
    for (let i = 0; i < rounds; i += 1) await certifyWith(program, timed);
    const total = milliseconds(process.cpuUsage(before));
    return { queries: timed.queries / rounds, solver: timed.spent / rounds, engine: (total - timed.spent) / rounds };
  } finally {
    await z3.close();
  }
}

class TimedSolver implements Solver {
  queries = 0;
  spent = 0;

  constructor(private readonly solver: Solver) {}

  get name(): string {
    return this.solver.name;
  }

  get version(): string {
    return this.solver.version;
  }

  reset(): void {
    this.queries = 0;
    this.spent = 0;
  }

  async solve(...query: Parameters<Solver['solve']>): ReturnType<Solver['solve']> {
    const before = process.cpuUsage();
    const answer = await this.solver.solve(...query);
    this.spent += milliseconds(process.cpuUsage(before));
    this.queries += 1;
    return answer;
  }
}

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000;
}
