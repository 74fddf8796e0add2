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
    const deep = depth(graph, depths);
    const isComponent = position < core.components.length;
    if (isComponent) depths.push(deep);
    else deepest = Math.max(deepest, deep ?? 0);
    if (isComponent && position >= core.calledComponents) continue;
    const { edges, parts } = connections(graph);
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

/** Visits the nodes whose values a node takes: its operands and the results of the regions that it owns. */
function visitInflow(graph: Graph, node: Node, visit: (from: NodeId) => void): void {
  for (const operand of operandsOf(node)) visit(operand);
  for (const region of ownedRegions(node)) {
    const result = graph.regions[region]?.result ?? null;
    if (result !== null) visit(result);
  }
}

/** The depth of a node to which no path from a parameter leads. */
const NO_PATH = -1;

/**
 * Returns the maximal number of applications on a path from a parameter to an output; null if no path exists. A call counts as
 * the longest path through its component, for any argument.
 */
function depth(graph: Graph, components: readonly (number | null)[]): number | null {
  // Components that call one another may be deeper than 32 bits count.
  const depths = new Float64Array(graph.nodes.length).fill(NO_PATH);
  let deepest = NO_PATH;
  const visit = (from: NodeId) => {
    deepest = Math.max(deepest, depths[from] ?? NO_PATH);
  };
  for (let id = 0; id < depths.length; id += 1) {
    const node = nodeAt(graph, id);
    deepest = node.op === 'parameter' ? 0 : NO_PATH;
    if (node.op === 'bound') for (const from of boundFrom(graph, node)) visit(from);
    else visitInflow(graph, node, visit);
    const own = ownDepth(node, components);
    if (deepest !== NO_PATH && own !== null) depths[id] = deepest + own;
  }
  deepest = NO_PATH;
  for (const { node } of graph.outputs) if (node !== null) visit(node);
  return deepest === NO_PATH ? null : deepest;
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

/**
 * The edges from an application to each application that uses its value, and the number of weakly connected parts. A stated domain
 * passes its value on.
 */
function connections(graph: Graph): { readonly edges: number; readonly parts: number } {
  const through = new Int32Array(graph.nodes.length);
  const parent = new Int32Array(graph.nodes.length);
  for (let id = 0; id < parent.length; id += 1) parent[id] = id;
  let edges = 0;
  let parts = 0;
  let user: NodeId = 0;
  const visit = (operand: NodeId) => {
    const from = through[operand] ?? operand;
    const source = graph.nodes[from];
    if (source === undefined || !isApplication(source)) return;
    edges += 1;
    if (unite(parent, from, user)) parts -= 1;
  };
  for (user = 0; user < parent.length; user += 1) {
    const node = nodeAt(graph, user);
    through[user] = node.op === 'state' || node.op === 'hold' ? (through[node.operand] ?? user) : user;
    if (!isApplication(node)) continue;
    parts += 1;
    visitInflow(graph, node, visit);
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
