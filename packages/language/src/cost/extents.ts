import type { Core, Graph, RegionId } from '@kirchhoff/kernel/graph/graph';
import type { Extent } from './extent.js';
import { type Growth, growthOfFolds } from './growth.js';
import { nodeExtent, roundsOf, type Sized } from './node-extent.js';

/** Folds over what folds gave get closer with each pass; what is left is bounded all the same. */
const MOST_PASSES = 3;

/** How large the values of each node of a graph can be. Linear. */
export function extentsOf(core: Core, graph: Graph): Sized {
  const arms = graph.nodes.flatMap((node) => (node.op === 'match' ? node.arms : []));
  const patterns = new Map(arms.map((arm) => [arm.region, arm.pattern]));
  const hasFolds = graph.nodes.some((node) => node.op === 'fold');
  let growth: ReadonlyMap<RegionId, Growth> = new Map();
  for (let pass = 1; ; pass += 1) {
    const extents: Extent[] = [];
    const sized = { core, graph, extents, patterns, growth };
    for (const [id, node] of graph.nodes.entries()) extents.push(nodeExtent(sized, id, node));
    if (!hasFolds || pass === MOST_PASSES) return sized;
    growth = growthOfFolds(graph, extents, (fold) => roundsOf(sized, fold.source));
  }
}
