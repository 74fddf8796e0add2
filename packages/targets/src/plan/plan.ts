import type { AbstractValue, Core, Graph, GraphMap, NodeId, Region, RegionId } from '@kirchhoff/coherence';
import type { GraphChecks } from './checks.js';
import { effectsOf, faultsOf } from './faults.js';
import { formsOf, type NodeForm } from './forms.js';
import { rangesOf } from './ranges.js';
import { type Use, usesOf } from './uses.js';

/** All decisions about a graph that precede writing, the same for every target. */
export interface GraphPlan {
  readonly core: Core;
  readonly graph: Graph;
  readonly map: GraphMap;
  readonly checks: GraphChecks;
  /** The regions that are evaluated by themselves: requires, and the checked ensures. */
  readonly roots: readonly RegionId[];
  readonly ranges: readonly AbstractValue[];
  readonly faults: readonly boolean[];
  readonly effects: readonly boolean[];
  readonly live: readonly boolean[];
  readonly onlyUse: readonly (Use | null)[];
  readonly forms: readonly NodeForm[];
}

/**
 * The requires of the circuit are its boundary and always included. Those of a component are included if some call of it is
 * checked.
 */
export function planOf(core: Core, graph: Graph, map: GraphMap, checks: GraphChecks): GraphPlan {
  const ranges = rangesOf(core, graph);
  const faults = faultsOf(graph, ranges, checks.node);
  const effects = effectsOf(graph, faults);
  const requires = graph.role === 'component' && !checks.requires ? [] : graph.requires;
  const roots = [...requires, ...graph.ensures.filter((_, index) => checks.ensure(index))];
  const { live, onlyUse, regionOf } = usesOf(graph, { faults, effects }, roots);
  const forms = formsOf({ graph, map, faults, effects, live, onlyUse, regionOf });
  return { core, graph, map, checks, roots, ranges, faults, effects, live, onlyUse, forms };
}

/** Returns an element that must exist; a missing one is a fault of the compiler. */
export function at<T>(list: readonly T[], index: number): T {
  const element = list[index];
  if (element === undefined) throw new RangeError(`nothing at ${index}`);
  return element;
}

export function regionAt(plan: GraphPlan, region: RegionId): Region {
  return at(plan.graph.regions, region);
}

/** Returns the live nodes of a region, in order. */
export function liveNodes(plan: GraphPlan, region: RegionId): readonly NodeId[] {
  return regionAt(plan, region).nodes.filter((id) => plan.live[id]);
}

/** Returns the result of a region. */
export function resultOf(plan: GraphPlan, region: RegionId): NodeId {
  const { result } = regionAt(plan, region);
  if (result === null) throw new Error(`region ${region} has no result`);
  return result;
}
