import type { Graph, NodeId, Output, Region, RegionId } from '@kirchhoff/kernel/graph/graph';
import { renamed } from '@kirchhoff/kernel/graph/rename';
import { nodeAt, operandsOf, ownedRegions, regionsOf } from '@kirchhoff/kernel/graph/schedule';

/** A part of a graph, with the origin of its nodes. */
export interface GraphSlice {
  readonly graph: Graph;
  /** The original ids of its nodes and regions, by those in the part. */
  readonly nodes: readonly NodeId[];
  readonly regions: readonly RegionId[];
}

/**
 * Returns the graph of an action with only some of its outputs, the nodes that these are computed from, and no ensures. If the
 * graph is closed, a run of the part gives these outputs the same values. Takes time in proportion to the result.
 */
export function sliced(graph: Graph, outputs: readonly Output[]): GraphSlice {
  if (graph.requires.length > 0) throw new TypeError('an action has no requires');
  const nodes = reached(graph, outputs).toSorted((first, second) => first - second);
  const regions = [graph.entry, graph.body, ...nodes.flatMap((id) => ownedRegions(nodeAt(graph, id)))];
  const nodeOf = new Map(nodes.map((id, place) => [id, place]));
  const regionOf = new Map(regions.map((id, place) => [id, place]));
  const node = (id: NodeId): NodeId => found(nodeOf.get(id));
  const region = (id: RegionId): RegionId => found(regionOf.get(id));
  const members = regions.map((): NodeId[] => []);
  const around = regionsOf(graph);
  for (const id of nodes) found(members[region(found(around[id]))]).push(node(id));
  const part: Graph = {
    ...graph,
    nodes: nodes.map((id) => renamed(nodeAt(graph, id), { node, region })),
    types: nodes.map((id) => found(graph.types[id])),
    regions: regions.map((id, place): Region => {
      const { parent, owner, result } = found(graph.regions[id]);
      return {
        parent: parent === null ? null : region(parent),
        owner: owner === null ? null : node(owner),
        nodes: found(members[place]),
        result: result === null ? null : node(result),
      };
    }),
    entry: region(graph.entry),
    body: region(graph.body),
    outputs: outputs.map((output) => ({ ...output, node: output.node === null ? null : node(output.node) })),
    ensures: [],
  };
  return { graph: part, nodes, regions };
}

/** The nodes that the outputs are computed from, in no order. */
function reached(graph: Graph, outputs: readonly Output[]): readonly NodeId[] {
  const marked = new Set<NodeId>();
  const visit = (id: NodeId | null): void => {
    if (id !== null) marked.add(id);
  };
  for (const { node } of outputs) visit(node);
  // The iteration of a set includes members that are added during it.
  for (const id of marked) {
    const node = nodeAt(graph, id);
    operandsOf(node).forEach(visit);
    for (const region of ownedRegions(node)) visit(found(graph.regions[region]).result);
  }
  return [...marked];
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a graph refers to what it does not have');
  return value;
}
