import type { NodeId } from '../graph/graph.js';
import type { Value } from '../values/value.js';

/** One graph of a core: an index into `Core.graphs` or into `Core.components`. */
export type GraphReference = { readonly graph: number } | { readonly component: number };

/** The end of a run of a graph. */
export type Ending =
  /** Outputs by name; the result of a component has the name ''. */
  | { readonly type: 'outputs'; readonly outputs: ReadonlyMap<string, Value> }
  /** The inputs violate the require of this index. */
  | { readonly type: 'refused'; readonly require: number }
  | { readonly type: 'fault'; readonly fault: Fault; readonly others: readonly Fault[] }
  /** The node is an entropy source: the inputs do not determine its value. */
  | { readonly type: 'entropy'; readonly graph: GraphReference; readonly node: NodeId }
  /** The budget of steps is used up. */
  | { readonly type: 'exhausted' };

/** The end of a run, and the elementary steps that it took. */
export type Run = Ending & { readonly steps: number };

export type FaultReason =
  /** An application whose precondition is violated, `narrow` included: `node`, and for `narrow` the `value`. */
  | 'operation'
  /** A stated wire or accumulator domain: `node` (the wire or the fold) and `value`. */
  | 'stated'
  /** The stated invariant of a fold is false: `node` (the hold) and `value` (of the accumulator). */
  | 'invariant'
  /** No arm fits: `node` and the subject's `value`. */
  | 'match'
  /** An argument outside its parameter's domain: `node` (the call), `index` of the argument, `value`. */
  | 'argument'
  /** The arguments violate a require of the component: `node` (the call) and `index` of the require. */
  | 'precondition'
  /** An output outside its domain: `index` and `value`. */
  | 'output'
  /** No node produces the output of this `index`. */
  | 'unproduced'
  /** The ensure of this `index` does not hold. */
  | 'ensure';

/** A closure domain that failed in a run. */
export interface Fault {
  readonly reason: FaultReason;
  /** The graph of the fault: the graph that was run, or a component that it calls. */
  readonly graph: GraphReference;
  /** The inputs or arguments of that graph at the time. */
  readonly inputs: readonly Value[];
  readonly node: NodeId | null;
  readonly index: number | null;
  readonly value: Value | null;
}

/** Called with the value of each node when it is computed, in every graph that runs. */
export type Observer = (graph: GraphReference, node: NodeId, value: Value) => void;

export interface RunOptions {
  readonly observer?: Observer;
  /**
   * Limit for elementary steps (docs/language/cost-and-limits.md, "Static cost"). No single step does more than the limits of one
   * value allow, and most are counted before they are taken. Default: no limit, since every graph terminates.
   */
  readonly budget?: number;
}
