import { type Graph, type GraphMap, type Node, type NodeId, nodeAt, operandsOf, ownedRegions, type RegionId } from '@kirchhoff/coherence';
import type { Use } from './uses.js';

/** How a node is written: inside the expression of its one user, as a name of its own for an expression, or as statements. */
export type Form = 'inline' | 'named' | 'statements';

interface Facts {
  readonly graph: Graph;
  readonly map: GraphMap;
  readonly faults: readonly boolean[];
  readonly effects: readonly boolean[];
  readonly live: readonly boolean[];
  readonly uses: readonly (readonly Use[])[];
  readonly regionOf: readonly RegionId[];
}

/** Deeper expressions are cut by a name: for readers, and for the parsers of the targets. */
const DEEPEST = 5;

/**
 * By node. Inline is what cannot fault, has one user in the same region and the same wire, and is not deep; so
 * the author's wires keep their names, and nothing that can fault changes its order.
 */
export function formsOf(facts: Facts): readonly Form[] {
  const { graph } = facts;
  const outputs = new Set(graph.outputs.map((output) => output.node));
  const forms: Form[] = [];
  const depths: number[] = [];
  for (const [id, node] of graph.nodes.entries()) {
    const depth = 1 + inlineDepths(graph, node, forms, depths).reduce((most, next) => Math.max(most, next), 0);
    const form = formOf(facts, id, node, forms, depth, outputs.has(id));
    forms.push(form);
    depths.push(form === 'inline' && !isAtom(node) ? depth : 0);
  }
  return forms;
}

function formOf(facts: Facts, id: NodeId, node: Node, forms: readonly Form[], depth: number, isOutput: boolean): Form {
  if (isAtom(node)) return 'inline';
  if (!isExpression(facts, node, forms)) return 'statements';
  if (isOutput || node.op === 'select' || depth > DEEPEST || facts.effects[id]) return 'named';
  return hasOneNearUse(facts, id) ? 'inline' : 'named';
}

function isAtom(node: Node): boolean {
  return node.op === 'literal' || node.op === 'parameter';
}

/** `match` is statements always; what owns regions, where these hold nothing that needs a line. */
function isExpression(facts: Facts, node: Node, forms: readonly Form[]): boolean {
  if (node.op === 'match') return false;
  return ownedRegions(node).every((region) => {
    const nodes = facts.graph.regions[region]?.nodes ?? [];
    return nodes.every((id) => !facts.live[id] || forms[id] === 'inline');
  });
}

function hasOneNearUse(facts: Facts, id: NodeId): boolean {
  const [use, another] = facts.uses[id] ?? [];
  if (use === undefined || another !== undefined || use.region !== facts.regionOf[id]) return false;
  if (use.by === null) return true;
  // A check names its operands a second time, and a match its subject for each arm.
  if (use.as === 'operand' && (facts.faults[use.by] || nodeAt(facts.graph, use.by).op === 'match')) return false;
  return facts.map.nodes[id]?.domain === facts.map.nodes[use.by]?.domain;
}

function inlineDepths(graph: Graph, node: Node, forms: readonly Form[], depths: readonly number[]): number[] {
  const results = ownedRegions(node).map((region) => graph.regions[region]?.result ?? null);
  return [...operandsOf(node), ...results].map((id) => (id !== null && forms[id] === 'inline' ? (depths[id] ?? 0) : 0));
}
