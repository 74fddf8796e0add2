import type { Graph, NodeId, RegionId } from '../graph/graph.js';
import { isKept } from '../graph/kept.js';
import { nodeAt } from '../graph/schedule.js';
import type { Board } from './board.js';

/** The condition that is true behind a node: of one that holds by contract, or by an induction that has been shown; null of others. */
export function heldBehind(graph: Graph, id: NodeId): RegionId | null {
  const node = nodeAt(graph, id);
  if (node.op !== 'hold') return null;
  return node.by === 'contract' || isKept(graph, id) ? node.condition : null;
}

/** The condition of a node that holds has always been evaluated where the node stands: what is known in it counts from here on. */
export function openHold(board: Board, id: NodeId): void {
  const node = nodeAt(board.graph, id);
  if (node.op === 'hold') board.reach(node.condition);
}
