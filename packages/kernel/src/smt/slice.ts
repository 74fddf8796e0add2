import type { Graph, NodeId, RegionId } from '../graph/graph.js';
import { nodeAt, operandsOf, ownedRegions } from '../graph/schedule.js';

/** Nodes and parameters on whose values or conditions a goal depends. */
export interface Slice {
  /**
   * In ascending order: each node comes after the nodes that it is computed from and after the conditions under which it is
   * reached.
   */
  readonly nodes: readonly NodeId[];
  readonly parameters: ReadonlySet<number>;
}

/**
 * Returns the backward closure of some nodes: operands, the results of the regions between which they choose, and the conditions
 * under which their regions are reached. The claim of a loop describes its result, so the closure does not enter its body. It
 * does not enter the operands of nodes in `given` either. `null` beyond `most` nodes and arms.
 */
export function sliceOf(
  graph: Graph,
  regionOf: Int32Array,
  roots: readonly NodeId[],
  reached: readonly RegionId[],
  given: ReadonlySet<NodeId>,
  most: number,
): Slice | null {
  const seen = new Set<NodeId>();
  const regions = new Set<RegionId>();
  const parameters = new Set<number>();
  const waiting: NodeId[] = [];
  const pending: RegionId[] = [...reached];
  let arms = 0;
  const want = (id: NodeId): void => {
    if (seen.has(id)) return;
    seen.add(id);
    waiting.push(id);
  };
  const enter = (region: RegionId): void => {
    if (regions.has(region)) return;
    regions.add(region);
    const owner = graph.regions[region]?.owner ?? null;
    if (owner === null) return;
    const node = nodeAt(graph, owner);
    if (node.op === 'match') arms += node.arms.length;
    deciders(graph, owner).forEach(want);
    // The chain continues at the region of the owner; the owner's own value is not needed.
    pending.push(regionOf[owner] ?? -1);
  };
  roots.forEach(want);
  for (;;) {
    const region = pending.pop();
    if (region !== undefined) {
      enter(region);
      continue;
    }
    const id = waiting.pop();
    if (id === undefined) break;
    const node = nodeAt(graph, id);
    if (node.op === 'match') arms += node.arms.length;
    if (seen.size + arms > most) return null;
    pending.push(regionOf[id] ?? -1);
    if (node.op === 'parameter') parameters.add(node.index);
    if (!given.has(id)) dependencies(graph, id).forEach(want);
  }
  return { nodes: [...seen].toSorted((a, b) => a - b), parameters };
}

function dependencies(graph: Graph, id: NodeId): readonly NodeId[] {
  const node = nodeAt(graph, id);
  switch (node.op) {
    case 'fold':
      return [];
    case 'loop':
      return operandsOf(node);
    default:
      return [...operandsOf(node), ...ownedRegions(node).flatMap((region) => graph.regions[region]?.result ?? [])];
  }
}

/** Returns the nodes that decide whether the regions of a node are reached, and that determine the values these regions bind. */
function deciders(graph: Graph, owner: NodeId): readonly NodeId[] {
  const node = nodeAt(graph, owner);
  if (node.op === 'fold') return node.source.over === 'range' ? [node.source.lo, node.source.hi] : [node.source.node];
  return operandsOf(node);
}
