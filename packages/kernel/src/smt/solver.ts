/**
 * The interface of an SMT solver. The adapter lives outside, since a solver is no pure library; without a solver the engine skips
 * this layer. The same text and the same limit give the same verdict on every machine: a limit counts steps, never time.
 */
export interface Solver {
  readonly name: string;
  readonly version: string;
  /**
   * @param text SMT-LIB 2 with one `(check-sat)` at its end.
   * @param resourceLimit In the solver's own steps.
   */
  solve(text: string, resourceLimit: number): Promise<SolverAnswer>;
}

export type SolverAnswer = {
  /** The number of its own steps for the answer. */
  readonly steps: number;
} & (
  | { readonly verdict: 'unsat' }
  /** The limit was reached, or the solver gave up. */
  | { readonly verdict: 'unknown' }
  /** The values of the constants of integer, vector (as unsigned integers) and Boolean sort, by name. */
  | { readonly verdict: 'sat'; readonly values: ReadonlyMap<string, bigint | boolean> }
);

/**
 * The most steps that one query is given: of the prover, and of whoever checks what others sent. A step over integers
 * takes several times as long as one over vectors.
 */
export const MAX_QUERY_STEPS = { integers: 350_000, vectors: 1_400_000 } as const;

/** The weight of one solver step, in steps over vectors. */
export const STEP_WEIGHTS = { integers: 4, vectors: 1 } as const;

/** The most steps, by their weight, that all queries of one program are given together. */
export const MAX_SOLVER_STEPS = 2_000_000;

/** Limits are multiples of this: to begin a query takes a solver about as long. */
export const MIN_QUERY_STEPS = 5_000;
