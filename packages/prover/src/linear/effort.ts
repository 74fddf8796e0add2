/** The effort of a search for sums of inequalities. A wide search guesses more invariants of loops, and limits the steps of each goal. */
export type Effort = 'plain' | 'wide';
