import type { Graph, NodeId } from '../graph/graph.js';

/**
 * Limit for the work of one certificate check, without the answers of a solver. A step of work takes about a quarter of a
 * microsecond on the machine of the measurement. It is a count of visits, comparisons and bytes: the same on every machine.
 */
export const MAX_CHECKING_WORK = 8_000_000;

/** The elementary steps of the evaluator that count as one step of work. */
export const EVALUATOR_STEPS = 4;

/** The work of a run of the evaluator before its first step. */
export const WORK_BEFORE_RUN = 8;

/** The work of one run of the evaluator. */
export function workOfRun(steps: number): number {
  return WORK_BEFORE_RUN + Math.ceil(steps / EVALUATOR_STEPS);
}

/** Thrown when the work is used up, and caught by the code that set the limit: it never leaves the engine. */
export class OutOfWork extends Error {}

/** Counts the work of one certification or one check. */
export interface WorkMeter {
  /** Counts steps for a node of a graph, or for the graph if `node` is `null`. Throws {@link OutOfWork} once they are used up. */
  spend(steps: number, graph: Graph, node: NodeId | null): void;
}

/** Counts the work of one check. */
export class CheckMeter implements WorkMeter {
  private used = 0;

  constructor(readonly budget = MAX_CHECKING_WORK) {}

  get spent(): number {
    return this.used;
  }

  spend(steps: number): void {
    this.used += steps;
    if (this.used > this.budget) throw new OutOfWork('the work is used up');
  }
}
