import type { Abstract, Core, Graph, GraphMap, NodeId, Region, RegionId } from '@kirchhoff/coherence';
import { effectsOf, faultsOf } from './faults.js';
import { type Form, formsOf } from './forms.js';
import { rangesOf } from './ranges.js';
import { type Use, usesOf } from './uses.js';

/** All that is decided about a graph before a line of it is written, the same for every target. */
export interface GraphPlan {
  readonly core: Core;
  readonly graph: Graph;
  readonly map: GraphMap;
  readonly certified: boolean;
  /** The regions evaluated by themselves: requires, and in an open program ensures. */
  readonly roots: readonly RegionId[];
  readonly ranges: readonly Abstract[];
  readonly faults: readonly boolean[];
  readonly effects: readonly boolean[];
  readonly live: readonly boolean[];
  readonly uses: readonly (readonly Use[])[];
  readonly forms: readonly Form[];
}

/**
 * A certified circuit needs no ensures at run time, and no component requires: they are proven. The requires of
 * the circuit are its boundary and always stand.
 */
export function planOf(core: Core, graph: Graph, map: GraphMap, certified: boolean): GraphPlan {
  const ranges = rangesOf(core, graph);
  const faults = faultsOf(graph, ranges, certified);
  const effects = effectsOf(graph, faults);
  const requires = certified && graph.role === 'component' ? [] : graph.requires;
  const roots = certified ? requires : [...requires, ...graph.ensures];
  const { live, uses, regionOf } = usesOf(graph, effects, roots);
  const forms = formsOf({ graph, map, faults, effects, live, uses, regionOf });
  return { core, graph, map, certified, roots, ranges, faults, effects, live, uses, forms };
}

/** A list's element that has to be there; a missing one is a bug of ours. */
export function at<T>(list: readonly T[], index: number): T {
  const element = list[index];
  if (element === undefined) throw new RangeError(`nothing at ${index}`);
  return element;
}

export function regionAt(plan: GraphPlan, region: RegionId): Region {
  return at(plan.graph.regions, region);
}

/** The nodes of a region that are worth a line, in order. */
export function liveNodes(plan: GraphPlan, region: RegionId): readonly NodeId[] {
  return regionAt(plan, region).nodes.filter((id) => plan.live[id]);
}

/** What a region gives. */
export function resultOf(plan: GraphPlan, region: RegionId): NodeId {
  const { result } = regionAt(plan, region);
  if (result === null) throw new Error(`region ${region} gives nothing`);
  return result;
}
