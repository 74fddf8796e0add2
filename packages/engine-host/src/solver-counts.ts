/** The answers of a solver, in the order of their counts. `out`: no answer, since it did not start or broke down. */
export const SOLVER_OUTCOMES = ['unsat', 'sat', 'unknown', 'out'] as const;
export type SolverOutcome = (typeof SOLVER_OUTCOMES)[number];

/** Counts the queries to the solvers of all threads of a pool, in memory that they share. */
export class SolverCounts {
  readonly memory: SharedArrayBuffer;
  readonly #counts: BigUint64Array<SharedArrayBuffer>;

  /** @param memory of the counts in another thread. Default: new memory */
  constructor(memory = new SharedArrayBuffer(SOLVER_OUTCOMES.length * BigUint64Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#counts = new BigUint64Array(memory);
  }

  add(outcome: SolverOutcome): void {
    Atomics.add(this.#counts, SOLVER_OUTCOMES.indexOf(outcome), 1n);
  }

  of(outcome: SolverOutcome): number {
    return Number(Atomics.load(this.#counts, SOLVER_OUTCOMES.indexOf(outcome)));
  }
}
