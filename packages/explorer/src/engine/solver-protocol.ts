import type { SolverAnswer } from '@kirchhoff/coherence';

/** A query to the worker of the solver. */
export interface SolverQuestion {
  readonly number: number;
  readonly text: string;
  readonly resourceLimit: number;
}

export type SolverReply =
  | { readonly kind: 'answer'; readonly number: number; readonly version: string; readonly answer: SolverAnswer }
  /** The solver did not load, or broke down: there is no answer. */
  | { readonly kind: 'out'; readonly reason: string };
