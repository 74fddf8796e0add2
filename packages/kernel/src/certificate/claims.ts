import { type AbstractValue, NEVER } from '../abstract/abstract.js';
import type { Graph, NodeId } from '../graph/graph.js';
import { schedule } from '../graph/schedule.js';
import type { PassProof } from './format.js';

/** The claim of a proof for each node at its evaluation; never for a node that is not evaluated. */
export function claimsOf(graph: Graph, proof: PassProof): (node: NodeId) => AbstractValue {
  const claims: AbstractValue[] = graph.nodes.map(() => NEVER);
  let next = 0;
  for (const event of schedule(graph, 'whole')) {
    if (event.event !== 'node') continue;
    claims[event.node] = proof.claims[next] ?? NEVER;
    next += 1;
  }
  return (node) => claims[node] ?? NEVER;
}
