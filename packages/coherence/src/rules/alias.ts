import type { Graph, NodeId } from '../core/graph.js';
import { nodeAt } from '../core/schedule.js';

/** The node whose value this one passes on: a stated or narrowed wire is its operand. */
export function aliasOf(graph: Graph, id: NodeId): NodeId {
  let current = id;
  for (let node = nodeAt(graph, current); node.op === 'state' || node.op === 'narrow'; node = nodeAt(graph, current))
    current = node.operand;
  return current;
}
