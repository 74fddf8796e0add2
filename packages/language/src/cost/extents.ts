import type { Core, Graph, RegionId } from '@kirchhoff/kernel/graph/graph';
import type { Type } from '@kirchhoff/kernel/types/domain';
import { type Accumulators, anyAccumulators, MAX_PASSES, nextAccumulators } from './accumulators.js';
import type { Extent } from './extent.js';
import { type Growth, growthOfFolds } from './growth.js';
import { nodeExtent, roundsOf, type Sized } from './node-extent.js';

/** Bounds of folds over results of other folds improve with each pass; without more passes they stay larger, but finite. */
const GROWTH_PASSES = 2;

/** Returns the extents of each node of a graph. Linear time. */
export function extentsOf(core: Core, graph: Graph): Sized {
  const arms = graph.nodes.flatMap((node) => (node.op === 'match' ? node.arms : []));
  const patterns = new Map(arms.map((arm) => [arm.region, arm.pattern]));
  const pass = (accumulators: Accumulators, growth: ReadonlyMap<RegionId, Growth>): Sized => {
    const extents: Extent[] = [];
    const sized = { core, graph, extents, patterns, accumulators, growth };
    for (const [id, node] of graph.nodes.entries()) extents.push(nodeExtent(sized, id, node));
    return sized;
  };
  let sized = pass(new Map(), new Map());
  if (!graph.nodes.some((node) => node.op === 'fold')) return sized;
  for (let round = 1; ; round += 1) {
    const next = round < MAX_PASSES ? nextAccumulators(graph, sized.extents, sized.accumulators, round) : anyAccumulators(graph);
    if (next === null) break;
    sized = pass(next, new Map());
    if (round === MAX_PASSES) break;
  }
  if (!graph.nodes.some((node, id) => node.op === 'fold' && isSequence(graph.types[id]))) return sized;
  for (let round = 1; round <= GROWTH_PASSES; round += 1) {
    const { extents, accumulators } = sized;
    const before = sized;
    const growth = growthOfFolds(graph, extents, (fold) => roundsOf(before, fold.source));
    sized = pass(accumulators, growth);
  }
  return sized;
}

/** Returns true for types whose growth is tracked. */
function isSequence(type: Type | undefined): boolean {
  return type?.kind === 'text' || type?.kind === 'bytes' || type?.kind === 'list';
}
