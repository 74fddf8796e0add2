import type { Node, NodeId, RegionId } from '@kirchhoff/coherence';
import { at, type GraphPlan, liveNodes, resultOf } from './plan.js';

/** A node that selects one of several values, as a chain of conditions. */
export type Branching = Extract<Node, { op: 'select' | 'shortCircuit' | 'unwrapOr' | 'match' }>;

export function isBranching(node: Node): node is Branching {
  return node.op === 'select' || node.op === 'shortCircuit' || node.op === 'unwrapOr' || node.op === 'match';
}

/** Returns the region that is evaluated without a true condition; otherwise null. */
function lastRegion(node: Branching): RegionId | null {
  switch (node.op) {
    case 'select':
      return node.whenFalse;
    case 'shortCircuit':
      return node.right;
    case 'unwrapOr':
      return node.otherwise;
    case 'match':
      return node.arms.at(-1)?.region ?? null;
  }
}

/**
 * Returns the node at the end of a region, if it branches in statements and only the region's result reads it: it can deliver its
 * value directly to the receiver of the region's value.
 */
export function tailOf(plan: GraphPlan, region: RegionId): NodeId | null {
  const result = resultOf(plan, region);
  const isLast = liveNodes(plan, region).at(-1) === result;
  if (!isLast || plan.forms[result] !== 'statements' || at(plan.onlyUse, result) === null) return null;
  if (plan.graph.outputs.some((output) => output.node === result)) return null;
  return isBranching(at(plan.graph.nodes, result)) ? result : null;
}

/** Counts the branches in a chain of last arms, beginning with this one, up to a limit. */
export function chainLength(plan: GraphPlan, id: NodeId, limit: number): number {
  let length = 0;
  for (let next: NodeId | null = id; next !== null && length < limit; length += 1) {
    const node = at(plan.graph.nodes, next);
    if (!isBranching(node)) break;
    length += node.op === 'match' ? node.arms.length - 1 : 0;
    const region = lastRegion(node);
    next = region === null ? null : tailOf(plan, region);
  }
  return length;
}

/** Returns true if a region consists only of its tail and the expression of the tail's condition. */
export function isOnlyTail(plan: GraphPlan, region: RegionId): boolean {
  const tail = tailOf(plan, region);
  return tail !== null && liveNodes(plan, region).every((id) => id === tail || plan.forms[id] === 'inline');
}
