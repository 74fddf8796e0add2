import type { Graph, NodeId, RegionId } from '../graph/graph.js';
import type { WorkMeter } from '../rules/meter.js';
import { type Slice, sliceOf } from './slice.js';

/** A graph to slice, and the limit for the nodes of a slice. */
export interface Slicing {
  readonly graph: Graph;
  readonly regionOf: Int32Array;
  readonly most: number;
  readonly meter: WorkMeter | undefined;
}

/**
 * The slices of requires, by graph, of one certification or check: each query of a graph needs the same ones. They are not kept
 * longer, so that the same certification counts the same work.
 */
const KNOWN = new WeakMap<WorkMeter, WeakMap<Graph, Map<NodeId, Slice | null>>>();

function slicesOf(graph: Graph, meter: WorkMeter | undefined): Map<NodeId, Slice | null> {
  if (meter === undefined) return new Map();
  const graphs = KNOWN.get(meter) ?? new WeakMap<Graph, Map<NodeId, Slice | null>>();
  KNOWN.set(meter, graphs);
  const slices = graphs.get(graph) ?? new Map<NodeId, Slice | null>();
  graphs.set(graph, slices);
  return slices;
}

/**
 * Returns the slice of a goal together with the slices of the requires that share its parameters, directly or through another
 * such require. `null` if the goal's own slice exceeds `most` nodes. A require that would exceed it is omitted, which only adds
 * models.
 */
export function sliceWithRequires(
  { graph, regionOf, most, meter }: Slicing,
  roots: readonly NodeId[],
  reached: readonly RegionId[],
  requires: readonly NodeId[],
): { readonly nodes: readonly NodeId[]; readonly requires: readonly NodeId[] } | null {
  const work = (steps: number): void => meter?.spend(steps, graph, null);
  const own = sliceOf(graph, regionOf, roots, reached, new Set(), most);
  work(own?.nodes.length ?? most);
  if (own === null) return null;
  const known = slicesOf(graph, meter);
  const waiting = new Map<NodeId, Slice>();
  for (const require of requires) {
    const slice = known.get(require) ?? (known.has(require) ? null : sliceOf(graph, regionOf, [require], [], new Set(), most));
    work(known.has(require) ? 1 : (slice?.nodes.length ?? most));
    known.set(require, slice);
    if (slice !== null) waiting.set(require, slice);
  }
  const nodes = new Set(own.nodes);
  const parameters = new Set(own.parameters);
  const taken: NodeId[] = [];
  for (let grows = true; grows; ) {
    grows = false;
    for (const [require, slice] of waiting) {
      work(1 + slice.parameters.size);
      if (!shares(parameters, slice.parameters) || nodes.size + slice.nodes.length > most) continue;
      waiting.delete(require);
      work(slice.nodes.length);
      taken.push(require);
      for (const node of slice.nodes) nodes.add(node);
      for (const parameter of slice.parameters) parameters.add(parameter);
      grows = true;
    }
  }
  return { nodes: [...nodes].toSorted((a, b) => a - b), requires: taken.toSorted((a, b) => a - b) };
}

function shares(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  for (const each of b) if (a.has(each)) return true;
  return false;
}

/**
 * Returns the results of the requires that hold if a region is reached. These are all requires; for a region inside a require,
 * those before it.
 */
export function requiresBefore(graph: Graph, regionOf: Int32Array, region: RegionId): readonly NodeId[] {
  let at = region;
  for (let owner = graph.regions[at]?.owner ?? null; owner !== null; owner = graph.regions[at]?.owner ?? null) at = regionOf[owner] ?? -1;
  const position = graph.requires.indexOf(at);
  const before = position < 0 ? graph.requires : graph.requires.slice(0, position);
  return before.flatMap((require) => graph.regions[require]?.result ?? []);
}
