import type { Graph, NodeId, RegionId } from '../graph/graph.js';
import type { Term } from '../smt-lib/terms.js';

/** A graph of a query: that of the request, or one for a call that is looked into. */
export interface Instance {
  readonly graph: Graph;
  /** The call that it stands for, in an earlier instance; `null` for the graph of the request. */
  readonly call: { readonly instance: number; readonly node: NodeId; readonly component: number } | null;
}

/**
 * Nodes, parameters and regions of a run that the constants of a query stand for, beside those of `Constants`. The
 * encoder writes them down as it declares them; no byte of the query depends on it.
 */
export class Origins {
  readonly instances: Instance[] = [];
  /** Constants that stand for the value of a node; several nodes may share them. */
  readonly nodes: { readonly instance: number; readonly node: NodeId; readonly term: Term }[] = [];
  /** The term of each node that is encoded. */
  readonly encoded: { readonly instance: number; readonly node: NodeId; readonly term: Term }[] = [];
  readonly parameters: { readonly index: number; readonly term: Term }[] = [];
  /** Booleans that tell whether the body of a loop is reached. */
  readonly bodies = new Map<string, { readonly instance: number; readonly region: RegionId }>();
}
