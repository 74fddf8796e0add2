/**
 * The effort of a search for sums of inequalities. A wide search guesses more invariants of loops, and limits the steps of each
 * goal. A thorough search guesses no more than a plain one, but tries the parts of a goal by themselves, and facts far from it.
 */
export type Effort = 'plain' | 'wide' | 'thorough';
