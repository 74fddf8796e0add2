import type { Core, Graph, Node, NodeId } from '@kirchhoff/kernel/graph/graph';
import { nodeAt, ownedRegions, regionsOf } from '@kirchhoff/kernel/graph/schedule';
import { STATIC_COST, VALUE_PARTS } from '@kirchhoff/kernel/limits';
import type { Place } from '../diagnostics/diagnostic.js';
import type { Reports } from '../elaborate/report.js';
import type { GraphMap, SourceMap } from '../program/source-map.js';
import { accessCost, accessCostEachRound } from './access-cost.js';
import { isApplication } from './applications.js';
import { roundsOf } from './node-size-bound.js';
import { SMALL, weightOf } from './size-bound.js';
import { sizeBoundsOf } from './size-bounds.js';

/** Costs are counted in these parts, so that they stay whole numbers. A part is at least one elementary step of a run. */
const PARTS = 64;
/** Far above every allowed cost, and so far below 2^53 that sums and products with a size stay exact. */
const MAX_COST = 2 ** 50;

/**
 * The parts that each application costs in addition to the parts it reads: the evaluator needs at most 8 for its own
 * instructions. The rest pays for nearby nodes that are no applications (literals, bound variables, stated wires) …
 */
const BESIDE = 40;
/** … this many parts pay for those in the chosen arm or the called component … */
const INSIDE = 16;
/** … and this many parts of each round of a loop pay for those in its body. */
const IN_A_ROUND = 56;

/**
 * The worst-case cost (docs/language/cost-and-limits.md, "Static cost"): the sum over the applications that can be evaluated. Each
 * counts 1 + (parts of values touched) / 64, rounded up. The body of a loop counts for each possible round, and each round counts 1
 * more. Of arms that exclude each other, and of the actions of a policy, the most expensive one counts. No run takes more
 * elementary steps than 64 times the cost plus 16. Linear in the core. Above 2^44 it is not exact.
 */
export function staticCost(core: Core): number {
  return graphCosts(core).graphs.reduce((most, { total }) => Math.max(most, Math.ceil(total / PARTS)), 0);
}

/**
 * Returns the cost of a core; null if it exceeds `STATIC_COST`, which is reported with the most expensive line, or if a value may
 * have more than `VALUE_PARTS`.
 */
export function admitCost(core: Core, sourceMap: SourceMap, reports: Reports): number | null {
  let worst = 0;
  const { graphs, components } = graphCosts(core);
  for (const [i, { total, dearest }] of graphs.entries()) {
    worst = Math.max(worst, Math.ceil(total / PARTS));
    if (total <= STATIC_COST * PARTS) continue;
    const place = placeIn(sourceMap.graphs[i], dearest());
    const shown = total >= MAX_COST ? `more than ${MAX_COST / PARTS}` : String(Math.ceil(total / PARTS));
    const message = `the worst-case cost is ${shown}, and the limit is ${STATIC_COST}: this is the dearest line`;
    reports.error(
      'too-costly',
      reports.lineSpan(place),
      message,
      'smaller domains of texts and lists, shorter ranges and fewer calls cost less',
    );
  }
  if (worst > STATIC_COST) return null;
  const areSmall = reportTooLarge(graphs, sourceMap.graphs, reports);
  return reportTooLarge(components, sourceMap.components, reports) && areSmall ? worst : null;
}

/** Reports the first value of each graph that may be too large. Returns true if there is none. */
function reportTooLarge(costs: readonly GraphCost[], maps: readonly GraphMap[], reports: Reports): boolean {
  let areSmall = true;
  for (let i = 0; i < costs.length; i += 1) {
    const tooLarge = costs[i]?.tooLarge ?? null;
    if (tooLarge === null) continue;
    areSmall = false;
    reportLarge(placeIn(maps[i], tooLarge), reports);
  }
  return areSmall;
}

function placeIn(map: GraphMap | undefined, node: NodeId): Place {
  return map?.nodes[node] ?? { line: 1, column: 1 };
}

function reportLarge(place: Place, reports: Reports): void {
  reports.error(
    'value-too-large',
    reports.lineSpan(place),
    `a value here may have more than ${VALUE_PARTS} parts: elements, bytes, code points and fields, those inside of others included`,
    'shorter lists and texts have fewer, and so has an accumulator with a stated domain',
  );
}

interface GraphCost {
  /** The cost of the graph, in the parts of `PARTS`. */
  readonly total: number;
  /** Returns the node with the highest cost of its own, which only a graph that costs too much is asked for. */
  readonly dearest: () => NodeId;
  /** The first node whose values may have more than `VALUE_PARTS`; null if there is no such node. */
  readonly tooLarge: NodeId | null;
}

/** As in `Core`. */
interface GraphCosts {
  readonly graphs: readonly GraphCost[];
  readonly components: readonly GraphCost[];
}

function graphCosts(core: Core): GraphCosts {
  const components: GraphCost[] = [];
  for (const graph of core.components) components.push(graphCost(core, graph, components));
  return { graphs: core.graphs.map((graph) => graphCost(core, graph, components)), components };
}

/** The cost of nodes in regions that are always evaluated together. */
class RegionCost {
  /** Parts of applications and of their regions. */
  private parts = 0;
  private applications = 0;
  /** Steps of the nodes that are no applications. */
  private beside = 0;

  application(parts: number): void {
    this.parts = Math.min(this.parts + parts, MAX_COST);
    this.applications += 1;
  }

  other(steps: number): void {
    this.beside = Math.min(this.beside + steps, MAX_COST);
  }

  /** @param paid steps of other nodes that are counted elsewhere */
  total(paid: number): number {
    return Math.min(this.parts + Math.max(0, this.beside - paid - BESIDE * this.applications), MAX_COST);
  }
}

/** `components`: the costs of the components that the graph may call. */
function graphCost(core: Core, graph: Graph, components: readonly GraphCost[]): GraphCost {
  const regionOf = regionsOf(graph);
  const roots = new RegionCost();
  const regions = graph.regions.map(({ owner }) => (owner === null ? roots : new RegionCost()));
  const sized = sizeBoundsOf(core, graph);
  const { sizeBounds } = sized;
  /** By node: its own cost, and how often it runs its regions. */
  const own = new Float64Array(graph.nodes.length);
  const rounds = new Float64Array(graph.nodes.length);
  for (let id = 0; id < graph.nodes.length; id += 1) {
    const node = nodeAt(graph, id);
    const region = regions[regionOf[id] ?? 0] ?? roots;
    const isLoop = node.op === 'loop' || node.op === 'fold';
    const times = isLoop ? roundsOf(sized, node.source) : 1;
    const touches = accessCost(node, sizeBounds[id] ?? SMALL, sizeBounds);
    rounds[id] = times;
    if (!hasCost(node)) {
      own[id] = touches;
      region.other(touches);
      // A required condition is always evaluated, and its cost counts at its place.
      for (const owned of ownedRegions(node)) region.other(regions[owned]?.total(0) ?? 0);
      continue;
    }
    const called = node.op === 'call' ? (components[node.component]?.total ?? 0) : 0;
    const everyRound = isLoop ? times * (PARTS + accessCostEachRound(node, graph, sizeBounds)) : 0;
    const cost = Math.min(PARTS + touches + called + everyRound, MAX_COST);
    const paid = isLoop ? IN_A_ROUND : INSIDE;
    let owned = 0;
    for (const each of ownedRegions(node)) owned = Math.max(owned, regions[each]?.total(paid) ?? 0);
    own[id] = cost;
    region.application(cost + owned * times);
  }
  // The cost of leaving the graph, and of each require, output and ensure with its checks.
  roots.other(1 + graph.requires.length + 2 * graph.ensures.length);
  for (const { node } of graph.outputs) {
    const checked = 3 + weightOf(sizeBounds[node ?? -1] ?? SMALL);
    roots.other(checked);
    if (node !== null) own[node] = (own[node] ?? 0) + checked;
  }
  const tooLarge = sizeBounds.findIndex((sizeBound) => weightOf(sizeBound) > VALUE_PARTS);
  const dearest = () => dearestNode(graph, regionOf, own, rounds);
  return { total: roots.total(INSIDE), dearest, tooLarge: tooLarge < 0 ? null : tooLarge };
}

/** Returns true for applications and for constructors of lists and records; every other node takes a step or two. */
function hasCost(node: Node): boolean {
  return isApplication(node) || node.op === 'list' || node.op === 'record';
}

/** A node counts once for each round of the loops around it. Owners have greater ids than the nodes that they own. */
function dearestNode(graph: Graph, regionOf: Int32Array, own: Float64Array, rounds: Float64Array): NodeId {
  const timesOf = graph.regions.map(() => 1);
  let dearest = 0;
  let dearestCost = -1;
  for (let id = graph.nodes.length - 1; id >= 0; id -= 1) {
    const times = timesOf[regionOf[id] ?? 0] ?? 1;
    for (const region of ownedRegions(nodeAt(graph, id))) timesOf[region] = Math.min(times * (rounds[id] ?? 1), MAX_COST);
    const cost = Math.min(times * (own[id] ?? 0), MAX_COST);
    if (cost < dearestCost) continue;
    dearest = id;
    dearestCost = cost;
  }
  return dearest;
}
