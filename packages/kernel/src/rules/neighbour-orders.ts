import { CONSTANT_TERM, constantOf, minus, ONE, type Polynomial, plus, ZERO } from '../abstract/polynomial.js';
import type { Graph, Node, NodeId } from '../graph/graph.js';
import { oncePerGraph } from '../graph/once-per-graph.js';
import { monomerOf } from './applications.js';
import type { Environment } from './environment.js';
import { boundNode } from './loops.js';
import { type NodePolynomials, nodePolynomials } from './node-polynomials.js';
import { valueClasses } from './value-classes.js';

/** An ALL that compares the neighbours in a list: if it is true, the list, or this field of its records, is in this order. */
interface NeighbourOrder {
  readonly all: NodeId;
  readonly field: string | null;
  readonly order: 'up' | 'down';
}

/**
 * The order of a list of integers, or of a field of its records, of which a true ALL compares all neighbours; `null` for other lists.
 */
export function neighbourOrderOf(environment: Environment, list: NodeId, field: string | null = null): 'up' | 'down' | null {
  const orders = ordersIn(environment.graph).get(environment.classOf(list)) ?? [];
  environment.spend(list, 1 + orders.length);
  for (const { all, field: compared, order } of orders) {
    if (compared !== field) continue;
    const view = environment.isLive(all) ? environment.view(all) : null;
    if (view?.kind === 'boolean' && view.canBeTrue && !view.canBeFalse) return order;
  }
  return null;
}

const ordersIn = oncePerGraph((graph): ReadonlyMap<NodeId, readonly NeighbourOrder[]> => {
  const found = new Map<NodeId, NeighbourOrder[]>();
  for (const [all, node] of graph.nodes.entries()) {
    if (node.op !== 'loop' || node.loop !== 'all' || node.source.over !== 'range') continue;
    const compared = comparedBy(graph, node);
    if (compared === null) continue;
    const orders = found.get(compared.list) ?? [];
    orders.push({ all, field: compared.field, order: compared.order });
    found.set(compared.list, orders);
  }
  return found;
});

/**
 * The list whose neighbours the body of an ALL over a range compares. The body is a disjunction: the last part compares the
 * elements at two neighbouring places, and each other part is false for the places of all pairs. `null` for other loops.
 */
function comparedBy(graph: Graph, { source, body }: Extract<Node, { op: 'loop' }>): Omit<Pair, 'place'> | null {
  const [element, result] = [boundNode(graph, body, 0), graph.regions[body]?.result ?? null];
  if (element === undefined || result === null || source.over !== 'range') return null;
  const polynomials = nodePolynomials(graph);
  const { excuses, claim } = partsOf(graph, result);
  const pair = claim === null ? null : pairIn(graph, polynomials, claim);
  if (pair === null) return null;
  // The lesser place is the element plus a constant. The pairs of the list are those for elements from `first` to `last`.
  const offset = constantOf(minus(pair.place, polynomials.of(element)));
  if (offset === null) return null;
  const first = new Map(offset === 0n ? [] : [[CONSTANT_TERM, -offset]]);
  const last = minus(plus(polynomials.lengthOf(pair.list), first), plus(ONE, ONE));
  const isCovered = isAtMost(polynomials.of(source.lo), first) && isAtMost(last, polynomials.of(source.hi));
  const areFalse = excuses.every(({ node, truth }) =>
    isFalseFor(comparisonAt(graph, polynomials, node, truth), polynomials.of(element), first, last),
  );
  return isCovered && areFalse ? { list: pair.list, field: pair.field, order: pair.order } : null;
}

/** A truth value, or its negation. */
interface Part {
  readonly node: NodeId;
  readonly truth: boolean;
}

/** The parts of a disjunction: `claim` is the last. */
function partsOf(graph: Graph, result: NodeId): { readonly excuses: readonly Part[]; readonly claim: NodeId | null } {
  const excuses: Part[] = [];
  for (let at = result; ; ) {
    const node = graph.nodes[at];
    if (node?.op !== 'shortCircuit' || node.connective === 'and') return { excuses, claim: at };
    excuses.push({ node: node.left, truth: node.connective === 'or' });
    const right = graph.regions[node.right]?.result ?? null;
    if (right === null) return { excuses, claim: null };
    at = right;
  }
}

/** A comparison of integers: `apart`, which is `high - low`, is at least `least`; equal to it if `isEqual`. */
interface Comparison {
  readonly low: NodeId;
  readonly high: NodeId;
  readonly apart: Polynomial;
  readonly least: Polynomial;
  readonly isEqual: boolean;
}

/** A comparison of two integers that has this truth; `null` for other values. */
function comparisonAt(graph: Graph, polynomials: NodePolynomials, id: NodeId, truth: boolean): Comparison | null {
  const node = graph.nodes[id];
  const [a, b] = node?.op === 'apply' ? node.operands : [];
  if (node?.op !== 'apply' || a === undefined || b === undefined || !polynomials.isInteger(a) || !polynomials.isInteger(b)) return null;
  const is = (low: NodeId, high: NodeId, least: Polynomial, isEqual = false): Comparison => {
    const apart = minus(polynomials.of(high), polynomials.of(low));
    return { low, high, apart, least, isEqual };
  };
  switch (monomerOf(node).name) {
    case 'LT':
      return truth ? is(a, b, ONE) : is(b, a, ZERO);
    case 'LE':
      return truth ? is(a, b, ZERO) : is(b, a, ONE);
    case 'GT':
      return truth ? is(b, a, ONE) : is(a, b, ZERO);
    case 'GE':
      return truth ? is(b, a, ZERO) : is(a, b, ONE);
    case 'EQ':
      return truth ? is(a, b, ZERO, true) : null;
    case 'NE':
      return truth ? null : is(a, b, ZERO, true);
    default:
      return null;
  }
}

/** Two neighbours of a list that are in order, or this field of them, with the lesser place. */
interface Pair {
  readonly list: NodeId;
  readonly field: string | null;
  readonly place: Polynomial;
  readonly order: 'up' | 'down';
}

/** The neighbours of a list that a comparison puts in order; `null` for other values. */
function pairIn(graph: Graph, polynomials: NodePolynomials, id: NodeId): Pair | null {
  const compared = comparisonAt(graph, polynomials, id, true);
  if (compared === null || compared.isEqual) return null;
  const [low, high] = [readAt(graph, compared.low), readAt(graph, compared.high)];
  if (low === null || high === null || low.list !== high.list || low.field !== high.field) return null;
  const { list, field } = low;
  const [before, behind] = [polynomials.of(low.place), polynomials.of(high.place)];
  const apart = constantOf(minus(behind, before));
  if (apart === 1n) return { list, field, place: before, order: 'up' };
  return apart === -1n ? { list, field, place: behind, order: 'down' } : null;
}

/** The class of the list, and the place, that a node reads, or of which it reads a field; `null` for other nodes. */
function readAt(graph: Graph, id: NodeId): { readonly list: NodeId; readonly field: string | null; readonly place: NodeId } | null {
  const classes = valueClasses(graph);
  const own = graph.nodes[classes[id] ?? id];
  const [node, field] = own?.op === 'field' ? [graph.nodes[classes[own.record] ?? own.record], own.name] : [own, null];
  const [list, place] = node?.op === 'apply' && monomerOf(node).name === 'GET' ? node.operands : [];
  return list === undefined || place === undefined ? null : { list: classes[list] ?? list, field, place };
}

/** Returns true if a comparison of an element with another value is false for each element from `first` to `last`. */
function isFalseFor(compared: Comparison | null, element: Polynomial, first: Polynomial, last: Polynomial): boolean {
  const [atom] = element.keys();
  if (compared === null || atom === undefined || element.size > 1) return false;
  const apart = minus(compared.apart, compared.least);
  const factor = apart.get(atom) ?? 0n;
  const rest = plus(apart, element, -factor);
  const [one, other] = [plus(rest, first, factor), plus(rest, last, factor)];
  const [most, least] = factor >= 0n ? [other, one] : [one, other];
  return isAtMost(plus(most, ONE), ZERO) || (compared.isEqual && isAtMost(ONE, least));
}

/** Returns true if b - a is a constant that is not negative. */
function isAtMost(a: Polynomial, b: Polynomial): boolean {
  const apart = constantOf(minus(b, a));
  return apart !== null && apart >= 0n;
}
