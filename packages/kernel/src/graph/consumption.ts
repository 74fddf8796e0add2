import type { Graph, NodeId, RegionId } from './graph.js';
import { nodeAt, operandsOf, ownedRegions } from './schedule.js';

/**
 * The nodes that reach an output, a require or an ensure along the edges of the graph, one flag a node. It does not decide if a
 * node can affect the result. Linear, iterative.
 */
export function reachingNodes(graph: Graph): Uint8Array {
  const contracts = [...graph.requires, ...graph.ensures].map((region) => resultOf(graph, region));
  return mark(graph, [...graph.outputs.map((output) => output.node), ...contracts]);
}

/** The nodes that reach an output. */
export function outputNodes(graph: Graph): Uint8Array {
  return mark(
    graph,
    graph.outputs.map((output) => output.node),
  );
}

function resultOf(graph: Graph, region: RegionId): NodeId | null {
  return graph.regions[region]?.result ?? null;
}

function mark(graph: Graph, roots: readonly (NodeId | null)[]): Uint8Array {
  const marked = new Uint8Array(graph.nodes.length);
  for (const root of roots) if (root !== null) marked[root] = 1;
  for (let id = marked.length - 1; id >= 0; id -= 1) {
    if (marked[id] !== 1) continue;
    const node = nodeAt(graph, id);
    if (node.op === 'literal') continue;
    const operands = operandsOf(node);
    for (let i = 0; i < operands.length; i += 1) marked[operands[i] ?? -1] = 1;
    const regions = ownedRegions(node);
    for (let i = 0; i < regions.length; i += 1) {
      const result = resultOf(graph, regions[i] ?? -1);
      if (result !== null) marked[result] = 1;
    }
  }
  return marked;
}
