/**
 * The interface of an SMT solver. Its adapter is outside this package, since a solver is no pure library; without a solver the
 * engine skips this layer. The same text and the same limit give the same verdict on every machine: a limit counts steps, never
 * time.
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
  /** The solver's own steps for the answer. */
  readonly steps: number;
} & (
  | { readonly verdict: 'unsat' }
  /** The solver reached the limit or gave up. */
  | { readonly verdict: 'unknown' }
  /** The values of the constants of the sorts integer, vector (as unsigned integers) and Boolean, by name. */
  | { readonly verdict: 'sat'; readonly values: ReadonlyMap<string, bigint | boolean> }
);

/**
 * Limit for the solver steps of one query, for the prover and for a checker of evidence from others. A step over integers takes
 * several times as long as one over vectors.
 */
export const MAX_QUERY_STEPS = { integers: 600_000, vectors: 4_200_000 } as const;

/** The weight of one solver step, in steps over vectors. */
export const STEP_WEIGHTS = { integers: 4, vectors: 1 } as const;

/**
 * Limits for the weighted solver steps of all queries of one program: about its graphs, about the rounds of its loops, and about
 * inductions over such rounds.
 */
export const MAX_GRAPH_STEPS = 2_000_000;
export const MAX_ROUNDS_STEPS = 4_500_000;
export const MAX_INDUCTION_STEPS = 2_000_000;

/** Limit for the weighted solver steps of all queries of one program. */
export const MAX_SOLVER_STEPS = MAX_GRAPH_STEPS + MAX_ROUNDS_STEPS + MAX_INDUCTION_STEPS;

/** Limits are multiples of this number: a solver takes about as long to begin a query. */
export const MIN_QUERY_STEPS = 5_000;
