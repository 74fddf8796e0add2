import type { Core, CorePattern, Graph, Node, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { nodeAt, operandsOf, ownedRegions } from '@kirchhoff/kernel/graph/schedule';
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
  for (const node of graph.nodes) {
    if (node.op !== 'match') continue;
    for (const { region, pattern } of node.arms) if (pattern.pattern === 'some') patterns.set(region, pattern);
  }
  const first: SizeBound[] = [];
  let sized: Sized = { core, graph, sizeBounds: first, patterns, accumulators: new Map(), growth: new Map() };
  for (let id = 0; id < graph.nodes.length; id += 1) first.push(nodeSizeBound(sized, id, nodeAt(graph, id)));
  if (!graph.nodes.some((node) => node.op === 'fold')) return sized;
  const dependent = dependentOnFolds(graph);
  const pass = (accumulators: Accumulators, growth: ReadonlyMap<RegionId, Growth>): Sized => {
    const sizeBounds = first.slice();
    const next: Sized = { core, graph, sizeBounds, patterns, accumulators, growth };
    for (const id of dependent) sizeBounds[id] = nodeSizeBound(next, id, nodeAt(graph, id));
    return next;
  };
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

/** Returns the nodes whose size bounds may depend on an accumulator, in order: folds, what they bind, and all that read such nodes. */
function dependentOnFolds(graph: Graph): readonly NodeId[] {
  const found: NodeId[] = [];
  const isDependent = new Uint8Array(graph.nodes.length);
  const readsDependent = (node: Node): boolean => {
    for (const operand of operandsOf(node)) if (isDependent[operand] === 1) return true;
    for (const region of ownedRegions(node)) if (isDependent[graph.regions[region]?.result ?? -1] === 1) return true;
    return false;
  };
  for (let id = 0; id < graph.nodes.length; id += 1) {
    const node = nodeAt(graph, id);
    const source = node.op === 'bound' ? graph.nodes[graph.regions[node.region]?.owner ?? -1] : node;
    if (source === undefined || (source.op !== 'fold' && !readsDependent(source))) continue;
    isDependent[id] = 1;
    found.push(id);
  }
  return found;
}

/** Returns true for types whose growth is tracked. */
function isSequence(type: Type | undefined): boolean {
  return type?.kind === 'text' || type?.kind === 'bytes' || type?.kind === 'list';
}
