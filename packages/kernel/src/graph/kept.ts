import { monomerAt } from '../monomers/catalog.js';
import type { Graph, Node, NodeId, RegionId } from './graph.js';
import { oncePerGraph } from './once-per-graph.js';
import { nodeAt, operandsOf, ownedRegions } from './schedule.js';
import { patternText, valueText } from './spelling.js';

/** The earlier answers about the nodes of a graph. */
const answersFor = oncePerGraph(() => new Map<NodeId, boolean>());

/** Larger conditions are not compared. */
const MAX_PAIRS = 4_096;

/**
 * Returns true for a node that holds by induction, if the induction has been shown. Its operand is the accumulator of a fold at
 * the start of a round, or the result of the fold. A contract with one and the same condition holds for the first accumulator and
 * for the result of each round. The first accumulator is outside the body, so such a condition depends on the accumulator and on
 * values that are equal in all rounds.
 */
export function isKept(graph: Graph, id: NodeId): boolean {
  const answers = answersFor(graph);
  const known = answers.get(id);
  if (known !== undefined) return known;
  const found = isShown(graph, id);
  answers.set(id, found);
  return found;
}

function isShown(graph: Graph, id: NodeId): boolean {
  const node = nodeAt(graph, id);
  if (node.op !== 'hold' || node.by !== 'induction') return false;
  const fold = foldOf(graph, node.operand);
  if (fold === null) return false;
  const steps = contractsOf(graph, graph.regions[fold.body]?.result ?? null);
  return contractsOf(graph, fold.initial).some(
    (start) => isSameCondition(graph, start, node.condition) && steps.some((step) => isSameCondition(graph, start, step)),
  );
}

/** The fold whose result the node is, or whose accumulator it is at the start of a round; `null` for others. */
function foldOf(graph: Graph, id: NodeId): Extract<Node, { op: 'fold' }> | null {
  let node = nodeAt(graph, id);
  while (node.op === 'hold' && node.by === 'induction') node = nodeAt(graph, node.operand);
  if (node.op === 'fold') return node;
  if (node.op !== 'bound' || node.index !== 0) return null;
  const owner = graph.nodes[graph.regions[node.region]?.owner ?? -1];
  return owner?.op === 'fold' ? owner : null;
}

/** The conditions that a contract states about the node's value at the node itself. */
function contractsOf(graph: Graph, id: NodeId | null): readonly RegionId[] {
  const found: RegionId[] = [];
  let node = id === null ? undefined : graph.nodes[id];
  while (node?.op === 'hold' && node.by === 'contract') {
    found.push(node.condition);
    node = graph.nodes[node.operand];
  }
  return found;
}

/**
 * Returns true if two regions, each with one bound value, compute the same result from it. They must apply the same operations to
 * the same outer values and to the bound values. Domains are not compared, since no value depends on them.
 */
function isSameCondition(graph: Graph, one: RegionId, other: RegionId): boolean {
  if (one === other) return true;
  const regions = new Map([[one, other]]);
  const pending: (readonly [NodeId | null, NodeId | null])[] = [[resultOf(graph, one), resultOf(graph, other)]];
  const seen = new Set<string>();
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [a, b] = pair;
    if (a === null || b === null) return false;
    if (a === b || seen.has(`${a} ${b}`)) continue;
    if (seen.size >= MAX_PAIRS) return false;
    seen.add(`${a} ${b}`);
    const [node, twin] = [nodeAt(graph, a), nodeAt(graph, b)];
    if (node.op === 'bound' || twin.op === 'bound') {
      if (node.op !== 'bound' || twin.op !== 'bound' || regions.get(node.region) !== twin.region || node.index !== twin.index) return false;
      continue;
    }
    if (isSource(node) || shapeOf(node) !== shapeOf(twin)) return false;
    const [operands, twins] = [operandsOf(node), operandsOf(twin)];
    if (operands.length !== twins.length) return false;
    for (const [position, operand] of operands.entries()) pending.push([operand, twins[position] ?? null]);
    const owned = ownedRegions(twin);
    for (const [position, region] of ownedRegions(node).entries()) {
      const match = owned[position];
      if (match === undefined) return false;
      regions.set(region, match);
      pending.push([resultOf(graph, region), resultOf(graph, match)]);
    }
  }
  return true;
}

/** Returns true for an application that may give a different value each time. */
function isSource(node: Node): boolean {
  return node.op === 'apply' && monomerAt(node.monomer).effect === 'source';
}

function resultOf(graph: Graph, region: RegionId): NodeId | null {
  return graph.regions[region]?.result ?? null;
}

/** A text of the properties that determine a node's value, besides its operands and the regions that it owns. */
function shapeOf(node: Node): string {
  switch (node.op) {
    case 'parameter':
    case 'bound':
      return `${node.op} ${node.index}`;
    case 'literal':
      return `literal ${valueText(node.value)}`;
    case 'record':
      return `record ${node.fields.map(({ name }) => name).join()}`;
    case 'apply':
      return `apply ${node.monomer} ${node.literals.map(valueText).join()}`;
    case 'field':
      return `field ${node.name}`;
    case 'shortCircuit':
      return node.connective;
    case 'match':
      return `match ${node.arms.map(({ pattern }) => patternText(pattern)).join()}`;
    case 'loop':
      return `${node.loop} ${node.source.over}`;
    case 'fold':
      return `fold ${node.source.over}`;
    case 'call':
      return `call ${node.component}`;
    case 'list':
    case 'some':
    case 'select':
    case 'unwrapOr':
    case 'narrow':
    case 'state':
    case 'hold':
      return node.op;
  }
}
