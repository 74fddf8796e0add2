import { isApplication } from '@kirchhoff/kernel/graph/applications';
import type { Core, Graph, NodeId } from '@kirchhoff/kernel/graph/graph';
import { ownedRegions } from '@kirchhoff/kernel/graph/schedule';
import { STATIC_COST } from '@kirchhoff/kernel/limits';
import type { Reports } from '../elaborate/report.js';
import type { SourceMap } from '../program/source-map.js';
import { SMALL } from './extent.js';
import { extentsOf } from './extents.js';
import { roundsOf } from './node-extent.js';
import { touched } from './touched.js';

/** Costs are counted in these parts, so that they stay whole numbers. */
const PARTS = 64;
/** Far above any cost that is allowed, and so far below 2^53 that sums and products with a size stay exact. */
const MOST = 2 ** 50;

/**
 * The worst-case cost (docs/language.md, "Static cost"): the sum over the applications that can be evaluated of
 * 1 + elements touched / 64, rounded up, what a loop runs as often as it can go round and 1 more each round; of arms that exclude each other the dearest; of a policy the dearest
 * action. Linear in the core. Above 2^44 it is no longer exact.
 */
export function staticCost(core: Core): number {
  const parts = graphCosts(core).map((cost) => cost.total);
  return parts.reduce((most, total) => Math.max(most, Math.ceil(total / PARTS)), 0);
}

/** The cost of a core; null where it is above `STATIC_COST`, which is reported with the dearest line. */
export function admitCost(core: Core, sourceMap: SourceMap, reports: Reports): number | null {
  let worst = 0;
  for (const [i, { total, dearest }] of graphCosts(core).entries()) {
    worst = Math.max(worst, Math.ceil(total / PARTS));
    if (total <= STATIC_COST * PARTS) continue;
    const line = sourceMap.graphs[i]?.nodes[dearest]?.line ?? 1;
    const shown = total >= MOST ? `more than ${MOST / PARTS}` : String(Math.ceil(total / PARTS));
    const message = `the worst-case cost is ${shown}, and the limit is ${STATIC_COST}; the dearest line is ${line}`;
    reports.error(
      'too-costly',
      reports.lineSpan(line),
      message,
      'smaller domains of texts and lists, shorter ranges and fewer calls cost less',
    );
  }
  return worst <= STATIC_COST ? worst : null;
}

interface GraphCost {
  /** In parts. */
  readonly total: number;
  /** The application that alone costs most. */
  readonly dearest: NodeId;
}

function graphCosts(core: Core): readonly GraphCost[] {
  const components: number[] = [];
  for (const graph of core.components) components.push(graphCost(core, graph, components).total);
  return core.graphs.map((graph) => graphCost(core, graph, components));
}

/** `components` has the costs of the components that the graph may call. */
function graphCost(core: Core, graph: Graph, components: readonly number[]): GraphCost {
  const regionOf = regionsOfNodes(graph);
  const regionCosts = graph.regions.map(() => 0);
  const sized = extentsOf(core, graph);
  const { extents } = sized;
  /** By application: what it costs itself, and how often it runs what it owns. */
  const own: number[] = [];
  const rounds: number[] = [];
  for (const [id, node] of graph.nodes.entries()) {
    own.push(0);
    rounds.push(1);
    if (!isApplication(node)) continue;
    const times = node.op === 'loop' || node.op === 'fold' ? roundsOf(sized, node.source) : null;
    const called = node.op === 'call' ? (components[node.component] ?? 0) : 0;
    const cost = Math.min(PARTS + touched(node, extents[id] ?? SMALL, extents) + called + (times ?? 0) * PARTS, MOST);
    const owned = ownedRegions(node).reduce((most, region) => Math.max(most, regionCosts[region] ?? 0), 0);
    const region = regionOf[id] ?? 0;
    own[id] = cost;
    rounds[id] = times ?? 1;
    regionCosts[region] = Math.min((regionCosts[region] ?? 0) + cost + owned * (times ?? 1), MOST);
  }
  const roots = [graph.entry, ...graph.requires, graph.body, ...graph.ensures];
  const total = roots.reduce((sum, region) => Math.min(sum + (regionCosts[region] ?? 0), MOST), 0);
  return { total, dearest: dearestNode(graph, regionOf, own, rounds) };
}

/** An application counts as often as the loops that it stands in go round. Owners have greater ids than what they own. */
function dearestNode(graph: Graph, regionOf: readonly number[], own: readonly number[], rounds: readonly number[]): NodeId {
  const timesOf = graph.regions.map(() => 1);
  let dearest = 0;
  let dearestCost = -1;
  for (let id = graph.nodes.length - 1; id >= 0; id -= 1) {
    const node = graph.nodes[id];
    const times = timesOf[regionOf[id] ?? 0] ?? 1;
    for (const region of node === undefined ? [] : ownedRegions(node)) timesOf[region] = Math.min(times * (rounds[id] ?? 1), MOST);
    const cost = Math.min(times * (own[id] ?? 0), MOST);
    if (cost < dearestCost) continue;
    dearest = id;
    dearestCost = cost;
  }
  return dearest;
}

function regionsOfNodes(graph: Graph): readonly number[] {
  const regionOf: number[] = [];
  for (const [region, { nodes }] of graph.regions.entries()) {
    for (const node of nodes) regionOf[node] = region;
  }
  return regionOf;
}
