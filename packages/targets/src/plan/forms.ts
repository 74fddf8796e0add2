import {
  type Graph,
  type GraphMap,
  monomerAt,
  type Node,
  type NodeId,
  nodeAt,
  operandsOf,
  ownedRegions,
  type RegionId,
  type Value,
} from '@kirchhoff/coherence';
import type { Use } from './uses.js';

/** The form of a node: inside the expression of its one user, as a named expression, or as statements. */
export type NodeForm = 'inline' | 'named' | 'statements';

interface Facts {
  readonly graph: Graph;
  readonly map: GraphMap;
  readonly faults: readonly boolean[];
  readonly effects: readonly boolean[];
  readonly live: readonly boolean[];
  readonly onlyUse: readonly (Use | null)[];
  readonly regionOf: readonly RegionId[];
}

/** A deeper expression is divided by a name, for readers and for the parsers of the targets. */
const MAX_DEPTH = 5;

const MAX_ATOM_LENGTH = 16;

/**
 * Returns the forms by node. A node is inline if it cannot fault, has one user in the same region and the same wire, and is not
 * deep. So the author's wires keep their names, and nodes that can fault keep their order.
 */
export function formsOf(facts: Facts): readonly NodeForm[] {
  const { graph } = facts;
  const outputs = new Set(graph.outputs.map((output) => output.node));
  const forms: NodeForm[] = [];
  const depths: number[] = [];
  for (const [id, node] of graph.nodes.entries()) {
    const depth = 1 + inlineDepth(graph, node, forms, depths);
    const form = formOf(facts, id, node, forms, depth, outputs.has(id));
    forms.push(form);
    depths.push(form === 'inline' && !isAtom(node) ? depth : 0);
  }
  return forms;
}

function formOf(facts: Facts, id: NodeId, node: Node, forms: readonly NodeForm[], depth: number, isOutput: boolean): NodeForm {
  if (isAtom(node) || isAccumulator(facts.graph, node)) return 'inline';
  if (isElement(facts.graph, node)) return 'named';
  if (!isExpression(facts, node, forms)) return 'statements';
  if (isOutput || node.op === 'select' || depth > MAX_DEPTH || facts.effects[id]) return 'named';
  return hasOneNearUse(facts, id) ? 'inline' : 'named';
}

function isAtom(node: Node): boolean {
  return node.op === 'parameter' || (node.op === 'literal' && !isLong(node.value));
}

/** Returns true for bytes and lists that should be written only once. */
function isLong(value: Value): boolean {
  return typeof value === 'object' && 'length' in value && value.length > MAX_ATOM_LENGTH;
}

/** Returns true for the accumulator of a fold, which the fold's variable represents. */
function isAccumulator(graph: Graph, node: Node): boolean {
  return node.op === 'bound' && node.index === 0 && ownerOf(graph, node.region) === 'fold';
}

/** Returns true for the element of a loop, which the head of the loop names. */
function isElement(graph: Graph, node: Node): boolean {
  return node.op === 'bound' && ['loop', 'fold'].includes(ownerOf(graph, node.region));
}

function ownerOf(graph: Graph, region: RegionId): Node['op'] {
  return nodeAt(graph, graph.regions[region]?.owner ?? Number.NaN).op;
}

/**
 * Returns true if a node with regions is an expression: `match` and loops never are, other nodes are if their regions need no
 * statements.
 */
function isExpression(facts: Facts, node: Node, forms: readonly NodeForm[]): boolean {
  if (node.op === 'match' || node.op === 'loop' || node.op === 'fold') return false;
  if (node.op === 'select' && [node.whenTrue, node.whenFalse].some((region) => changesList(facts.graph, region))) return false;
  return ownedRegions(node).every((region) => {
    const nodes = facts.graph.regions[region]?.nodes ?? [];
    return nodes.every((id) => !facts.live[id] || forms[id] === 'inline');
  });
}

/** Returns true for a region that changes a list: as a statement, a target can often change it in place. */
function changesList(graph: Graph, region: RegionId): boolean {
  const result = graph.regions[region]?.result ?? null;
  const node = result === null ? null : nodeAt(graph, result);
  if (result === null || node?.op !== 'apply' || graph.types[result]?.kind !== 'list') return false;
  return ['APPEND', 'JOIN', 'SET'].includes(monomerAt(node.monomer).name);
}

function hasOneNearUse(facts: Facts, id: NodeId): boolean {
  const use = facts.onlyUse[id] ?? null;
  if (use === null || use.region !== facts.regionOf[id]) return false;
  if (use.by === null) return true;
  if (use.as === 'operand' && (facts.faults[use.by] || namesAgain(facts.graph, nodeAt(facts.graph, use.by)))) return false;
  return facts.map.nodes[id]?.domain === facts.map.nodes[use.by]?.domain;
}

/**
 * Returns true for a node that repeats its operands. A match repeats its subject for each arm, most `??` their option, a loop
 * over a range its end, and a check all operands.
 */
function namesAgain(graph: Graph, node: Node): boolean {
  switch (node.op) {
    case 'match':
      return true;
    case 'loop':
    case 'fold':
      return node.source.over === 'range';
    case 'unwrapOr':
      return !isOperator(graph, node);
    default:
      return false;
  }
}

/**
 * Returns true for a `??` that can be emitted as one: its default needs no statement, and its option is not an option of options.
 */
function isOperator(graph: Graph, { option, otherwise }: Extract<Node, { op: 'unwrapOr' }>): boolean {
  const type = graph.types[option];
  const isPlain = type?.kind === 'option' && type.value.kind !== 'option';
  return isPlain && (graph.regions[otherwise]?.nodes ?? []).every((id) => isAtom(nodeAt(graph, id)));
}

/** Returns the depth of the deepest inline node that a node reads, in the regions that it owns too. */
function inlineDepth(graph: Graph, node: Node, forms: readonly NodeForm[], depths: readonly number[]): number {
  let deepest = 0;
  const read = (id: NodeId | null): void => {
    if (id !== null && forms[id] === 'inline') deepest = Math.max(deepest, depths[id] ?? 0);
  };
  for (const operand of operandsOf(node)) read(operand);
  for (const region of ownedRegions(node)) read(graph.regions[region]?.result ?? null);
  return deepest;
}
