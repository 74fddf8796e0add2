import type { Graph, GraphMap, RegionId } from '@kirchhoff/coherence';
import type { RegionRole, RegionView } from './graph-view.js';
import { nodeId, regionId } from './identifiers.js';
import { regionsOwnedBy } from './ports.js';

/** Returns the regions of a graph with their roles. */
export function regionsOf(graph: Graph, map: GraphMap): readonly RegionView[] {
  const faces = new Map<RegionId, { readonly role: RegionRole; readonly label: string }>([
    [graph.entry, { role: 'entry', label: 'inputs' }],
    [graph.body, { role: 'body', label: 'body' }],
    ...graph.requires.map((region, index) => [region, { role: 'require', label: map.requires[index]?.domain ?? '' }] as const),
    ...graph.ensures.map((region, index) => [region, { role: 'ensure', label: map.ensures[index]?.domain ?? '' }] as const),
    ...graph.nodes.flatMap((node) => regionsOwnedBy(node).map(({ region, role, label }) => [region, { role, label }] as const)),
  ]);
  return graph.regions.map(({ parent, owner }, index) => {
    const face = faces.get(index);
    if (face === undefined) throw new Error(`nothing says what region ${index} is`);
    return {
      id: regionId(index),
      parent: parent === null ? null : regionId(parent),
      owner: owner === null ? null : nodeId(owner),
      ...face,
    };
  });
}

/** Returns the region of each node. */
export function regionOfNodes(graph: Graph): readonly RegionId[] {
  const found = graph.nodes.map((): RegionId => graph.entry);
  graph.regions.forEach(({ nodes }, region) => {
    for (const node of nodes) found[node] = region;
  });
  return found;
}
