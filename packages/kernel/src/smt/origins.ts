import type { Graph, NodeId, RegionId } from '../graph/graph.js';
import type { Term } from '../smt-lib/terms.js';

/** A graph of a query: that of the request, or that of a call into a component. */
export interface Instance {
  readonly graph: Graph;
  /** The call in an earlier instance; `null` for the graph of the request. */
  readonly call: { readonly instance: number; readonly node: NodeId; readonly component: number } | null;
}

/**
 * Nodes, parameters and regions of a run whose values the constants of a query represent, in addition to `Constants`. The encoder
 * records them at their declarations; no byte of the query depends on them.
 */
export class Origins {
  readonly instances: Instance[] = [];
  /** Constants that represent the value of a node; several nodes may share them. */
  readonly nodes: { readonly instance: number; readonly node: NodeId; readonly term: Term }[] = [];
  /** The term of each encoded node. */
  readonly encoded: { readonly instance: number; readonly node: NodeId; readonly term: Term }[] = [];
  readonly parameters: { readonly index: number; readonly term: Term }[] = [];
  /** Booleans that are true if the body of a loop is reached. */
  readonly bodies = new Map<string, { readonly instance: number; readonly region: RegionId }>();
}
