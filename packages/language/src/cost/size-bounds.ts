import type { Core, CorePattern, Graph, RegionId } from '@kirchhoff/kernel/graph/graph';
import { nodeAt } from '@kirchhoff/kernel/graph/schedule';
import type { Type } from '@kirchhoff/kernel/types/domain';
import { type Accumulators, anyAccumulators, MAX_PASSES, nextAccumulators } from './accumulators.js';
import { type Growth, growthOfFolds } from './growth.js';
import { nodeSizeBound, roundsOf, type Sized } from './node-size-bound.js';
import type { SizeBound } from './size-bound.js';

/** Bounds of folds over results of other folds improve with each pass; without more passes they stay larger, but finite. */
const GROWTH_PASSES = 2;

/** Returns the size bounds of each node of a graph. Linear time. */
export function sizeBoundsOf(core: Core, graph: Graph): Sized {
  const patterns = new Map<RegionId, CorePattern>();
  for (const node of graph.nodes) if (node.op === 'match') for (const arm of node.arms) patterns.set(arm.region, arm.pattern);
  const pass = (accumulators: Accumulators, growth: ReadonlyMap<RegionId, Growth>): Sized => {
    const sizeBounds: SizeBound[] = [];
    const sized = { core, graph, sizeBounds, patterns, accumulators, growth };
    for (let id = 0; id < graph.nodes.length; id += 1) sizeBounds.push(nodeSizeBound(sized, id, nodeAt(graph, id)));
    return sized;
  };
  let sized = pass(new Map(), new Map());
  if (!graph.nodes.some((node) => node.op === 'fold')) return sized;
  for (let round = 1; ; round += 1) {
    const next = round < MAX_PASSES ? nextAccumulators(graph, sized.sizeBounds, sized.accumulators, round) : anyAccumulators(graph);
    if (next === null) break;
    sized = pass(next, new Map());
    if (round === MAX_PASSES) break;
  }
  if (!graph.nodes.some((node, id) => node.op === 'fold' && isSequence(graph.types[id]))) return sized;
  for (let round = 1; round <= GROWTH_PASSES; round += 1) {
    const { sizeBounds, accumulators } = sized;
    const before = sized;
    const growth = growthOfFolds(graph, sizeBounds, (fold) => roundsOf(before, fold.source));
    sized = pass(accumulators, growth);
  }
  return sized;
}

/** Returns true for types whose growth is tracked. */
function isSequence(type: Type | undefined): boolean {
  return type?.kind === 'text' || type?.kind === 'bytes' || type?.kind === 'list';
}
