import { type Graph, type Node, type NodeId, nodeAt, operandsOf, ownedRegions, type RegionId } from '@kirchhoff/coherence';

/** A use of a node: by another node, or as the result of a region. */
export interface Use {
  readonly region: RegionId;
  /** The node that reads it, or that owns the region with this result; null if there is no such node. */
  readonly by: NodeId | null;
  readonly as: 'operand' | 'result';
}

export interface Uses {
  /** True for each node that reaches an output, a contract or an effect. */
  readonly live: readonly boolean[];
  /** The only use of each node by a live node; null for a node with several uses or without one. Outputs do not count. */
  readonly onlyUse: readonly (Use | null)[];
  /** The region of each node. */
  readonly regionOf: readonly RegionId[];
}

/** For each node: true if it is checked itself, and true if it has an effect. */
interface Counting {
  readonly faults: readonly boolean[];
  readonly effects: readonly boolean[];
}

/** Returns the regions whose values a node reads: for a `hold`, the condition if it is checked. */
function writtenRegions(node: Node, isChecked = false): readonly RegionId[] {
  return node.op === 'hold' && !isChecked ? [] : ownedRegions(node);
}

/** `roots`: regions whose results are always live; `effects`: nodes that are live even if they are not used. */
export function usesOf(graph: Graph, { faults, effects }: Counting, roots: readonly RegionId[]): Uses {
  const live = liveOf(graph, { faults, effects }, roots);
  const counts = graph.nodes.map(() => 0);
  const onlyUse: (Use | null)[] = graph.nodes.map(() => null);
  const regionOf: RegionId[] = graph.nodes.map(() => graph.body);
  const use = (node: NodeId | null | undefined, region: RegionId, by: NodeId | null, as: Use['as']): void => {
    if (node === null || node === undefined) return;
    const before = counts[node] ?? 0;
    onlyUse[node] = before === 0 ? { region, by, as } : null;
    counts[node] = before + 1;
  };
  for (const region of roots) use(graph.regions[region]?.result, region, null, 'result');
  for (const [region, { nodes }] of graph.regions.entries()) {
    for (const id of nodes) {
      regionOf[id] = region;
      if (live[id] !== true) continue;
      const node = nodeAt(graph, id);
      for (const operand of operandsOf(node)) use(operand, region, id, 'operand');
      for (const owned of writtenRegions(node, faults[id])) use(graph.regions[owned]?.result, owned, id, 'result');
    }
  }
  return { live, onlyUse, regionOf };
}

/**
 * Owners have greater ids than the nodes in their regions, and users greater ids than their operands, so that one descending pass
 * suffices.
 */
function liveOf(graph: Graph, { faults, effects }: Counting, roots: readonly RegionId[]): readonly boolean[] {
  const live = [...effects];
  const mark = (id: NodeId | null | undefined): void => {
    if (id !== null && id !== undefined) live[id] = true;
  };
  for (const region of roots) mark(graph.regions[region]?.result);
  for (const output of graph.outputs) mark(output.node);
  for (let id = graph.nodes.length - 1; id >= 0; id -= 1) {
    if (live[id] !== true) continue;
    const node = nodeAt(graph, id);
    for (const operand of operandsOf(node)) mark(operand);
    for (const region of writtenRegions(node, faults[id])) mark(graph.regions[region]?.result);
  }
  return live;
}
