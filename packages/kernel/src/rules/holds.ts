import type { Graph, NodeId, RegionId } from '../graph/graph.js';
import { isKept } from '../graph/kept.js';
import { nodeAt } from '../graph/schedule.js';
import type { Environment } from './environment.js';

/** The condition that is true after a node: of a hold by contract, or by an induction that has been shown; `null` for others. */
export function heldBehind(graph: Graph, id: NodeId): RegionId | null {
  const node = nodeAt(graph, id);
  if (node.op !== 'hold') return null;
  return node.by === 'contract' || isKept(graph, id) ? node.condition : null;
}

/** The condition of a hold has always been evaluated at the hold's place: its facts are valid from here on. */
export function openHold(environment: Environment, id: NodeId): void {
  const node = nodeAt(environment.graph, id);
  if (node.op === 'hold') environment.reach(node.condition);
}
