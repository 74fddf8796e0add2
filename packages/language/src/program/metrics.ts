import type { StructureMetrics } from '@kirchhoff/kernel/certificate/format';
import type { Core, Graph, Node, NodeId } from '@kirchhoff/kernel/graph/graph';
import { nodeAt, operandsOf, ownedRegions } from '@kirchhoff/kernel/graph/schedule';
import { isApplication } from '../cost/applications.js';

/**
 * Computes the counts of docs/coherence.md, "Closure domains and the score", that depend on the graph alone. They cover the graphs
 * and the components that they call, each component once. All are sums, except the depth, which is a maximum. Linear.
 */
export function structureMetrics(core: Core): StructureMetrics {
  const depths: (number | null)[] = [];
  let deepest = 0;
  let used = 0;
  let sequential = 0;
  let parallel = 0;
  let conditional = 0;
  for (const [position, graph] of [...core.components, ...core.graphs].entries()) {
    const inflows = graph.nodes.map((node) => inflow(graph, node));
    const deep = depth(graph, inflows, depths);
    const isComponent = position < core.components.length;
    if (isComponent) depths.push(deep);
    else deepest = Math.max(deepest, deep ?? 0);
    if (isComponent && position >= core.calledComponents) continue;
    const { edges, parts } = connections(graph, inflows);
    sequential += edges;
    parallel += Math.max(0, parts - 1);
    for (const node of graph.nodes) {
      if (isApplication(node)) used += 1;
      conditional += furtherArms(node);
    }
  }
  return { monomers_used: used, composition_depth: deepest, eva_operators: { sequential, parallel, conditional } };
}

function furtherArms(node: Node): number {
  if (node.op === 'select') return 1;
  return node.op === 'match' ? Math.max(0, node.arms.length - 1) : 0;
}

/** The nodes whose values a node takes: its operands and the results of the regions that it owns. */
type Inflow = readonly NodeId[];

function inflow(graph: Graph, node: Node): Inflow {
  const owned = ownedRegions(node);
  if (owned.length === 0) return operandsOf(node);
  const nodes = operandsOf(node).slice();
  for (const region of owned) {
    const result = graph.regions[region]?.result ?? null;
    if (result !== null) nodes.push(result);
  }
  return nodes;
}

/**
 * Returns the maximal number of applications on a path from a parameter to an output; null if no path exists. A call counts as
 * the longest path through its component, for any argument.
 */
function depth(graph: Graph, inflows: readonly Inflow[], components: readonly (number | null)[]): number | null {
  const depths: (number | null)[] = [];
  for (let id = 0; id < graph.nodes.length; id += 1) {
    const node = nodeAt(graph, id);
    const before = node.op === 'parameter' ? 0 : deepestOf(node.op === 'bound' ? boundFrom(graph, node) : (inflows[id] ?? []), depths);
    depths.push(before === null ? null : add(before, ownDepth(node, components)));
  }
  return deepestOf(
    graph.outputs.flatMap((output) => output.node ?? []),
    depths,
  );
}

/**
 * Returns the node from which a region's bound variable takes its values: the source of a loop, the first value of an
 * accumulator, the subject of a match.
 */
function boundFrom(graph: Graph, { region, index }: Extract<Node, { op: 'bound' }>): readonly NodeId[] {
  const owner = graph.nodes[graph.regions[region]?.owner ?? -1];
  if (owner === undefined) return [];
  if (owner.op !== 'fold') return operandsOf(owner);
  return index === 0 ? [owner.initial] : operandsOf(owner).slice(0, -1);
}

function ownDepth(node: Node, components: readonly (number | null)[]): number | null {
  if (node.op === 'call') return components[node.component] ?? null;
  return isApplication(node) ? 1 : 0;
}

function add(a: number, b: number | null): number | null {
  return b === null ? null : a + b;
}

function deepestOf(nodes: readonly NodeId[], depths: readonly (number | null)[]): number | null {
  let most: number | null = null;
  for (const node of nodes) {
    const at = depths[node] ?? null;
    if (at !== null && (most === null || at > most)) most = at;
  }
  return most;
}

/**
 * The edges from an application to each application that uses its value, and the number of weakly connected parts. A stated domain
 * passes its value on.
 */
function connections(graph: Graph, inflows: readonly Inflow[]): { readonly edges: number; readonly parts: number } {
  const through: NodeId[] = [];
  const parent = new Int32Array(graph.nodes.length);
  for (let id = 0; id < parent.length; id += 1) parent[id] = id;
  let edges = 0;
  let parts = 0;
  for (let id = 0; id < parent.length; id += 1) {
    const node = nodeAt(graph, id);
    through.push(node.op === 'state' || node.op === 'hold' ? (through[node.operand] ?? id) : id);
    if (!isApplication(node)) continue;
    parts += 1;
    for (const operand of inflows[id] ?? []) {
      const from = through[operand] ?? operand;
      const source = graph.nodes[from];
      if (source === undefined || !isApplication(source)) continue;
      edges += 1;
      if (unite(parent, from, id)) parts -= 1;
    }
  }
  return { edges, parts };
}

/** Union-find with path halving: returns true if the two were in different sets. */
function unite(parent: Int32Array, a: NodeId, b: NodeId): boolean {
  const [x, y] = [rootOf(parent, a), rootOf(parent, b)];
  // The later node points to the earlier one: edges come in order, so chains are short.
  parent[Math.max(x, y)] = Math.min(x, y);
  return x !== y;
}

function rootOf(parent: Int32Array, id: NodeId): NodeId {
  let at = id;
  for (let up = parent[at] ?? at; up !== at; up = parent[at] ?? at) {
    parent[at] = parent[up] ?? up;
    at = up;
  }
  return at;
}
