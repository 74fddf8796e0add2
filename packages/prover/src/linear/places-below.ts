import { atom, constantOf, minus, ONE, type Polynomial, plus, ZERO } from '@kirchhoff/kernel/abstract/polynomial';
import type { InvariantTerm } from '@kirchhoff/kernel/certificate/format';
import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import { nodeAt, operandsOf } from '@kirchhoff/kernel/graph/schedule';
import { boundsOfMeasure, truthIs } from '@kirchhoff/kernel/monomers/linear';
import type { Environment } from '@kirchhoff/kernel/rules/environment';
import type { Loop, LoopSteps, Quantity } from '@kirchhoff/kernel/rules/loop-steps';
import { type Int, multiply, negate, normalize, subtract } from '@kirchhoff/kernel/types/integer';

/** The number of finished steps, which is the place of the element. */
const PLACE: Polynomial = atom('#');
/** The number of steps as a quantity. */
const STEPS_TAKEN: Quantity = { loop: null, field: null, measure: 'length' };
/** Limit for the bounds that are tried for the elements at the places below. */
const MAX_BOUNDS = 4;

type Sum = readonly InvariantTerm[];

/**
 * The sum of a map, or a count, whose element is chosen by its place: one value at the places below an outer value, another at all
 * later ones.
 */
export interface PlacedSum {
  /** The sum, less what the sum would be with the later value at all places. */
  readonly excess: Sum;
  /** The places are those below this node plus `offset`. */
  readonly below: NodeId;
  readonly offset: Int;
  /** Candidates for the most and the least by which one element exceeds the later value: sums of outer values. */
  readonly most: readonly Sum[];
  readonly least: readonly Sum[];
}

/** Returns the sum of a loop as one of elements chosen by their places; null if it is not. */
export function placedSum(
  environment: Environment,
  steps: LoopSteps,
  { id, node, result }: Loop,
  /** Returns a value of one step, summed over all steps; null if that is no quantity of loops. */
  summed: (value: Polynomial) => Sum | null,
): PlacedSum | null {
  if (node.op !== 'loop' || result === null || (node.loop !== 'map' && node.loop !== 'count')) return null;
  const { graph } = environment;
  const choice = choiceOf(environment, node.loop, result);
  const place = choice === null ? null : placeBelow(environment, steps, choice.condition);
  if (choice === null || place === null) return null;
  const own: Quantity = { loop: id, field: null, measure: node.loop === 'map' ? 'sum' : 'value' };
  const [early, late] = place.isBelow ? [choice.whenTrue, choice.whenFalse] : [choice.whenFalse, choice.whenTrue];
  const { polynomials } = steps.facts;
  const valueOf = (side: Side): Polynomial => (side.node === null ? side.constant : polynomials.of(side.node));
  const boundsOf = (side: Side): { readonly lo: Int; readonly hi: Int } | null => {
    const known = constantOf(valueOf(side));
    if (known !== null) return { lo: normalize(known), hi: normalize(known) };
    return side.node === null ? null : boundsOfMeasure(environment.view(side.node));
  };
  const later = valueOf(late);
  const level = constantOf(later);
  const everywhere = level === null ? summed(later) : forEachStep(constantSum(normalize(level)));
  if (everywhere === null) return null;
  const excess = [{ multiplier: 1, factors: [], quantity: own }, ...scaled(everywhere, -1)];
  const fixed = constantOf(minus(valueOf(early), later));
  if (fixed !== null) {
    const exact: readonly Sum[] = [constantSum(normalize(fixed))];
    return { excess, below: place.node, offset: place.offset, most: exact, least: exact };
  }
  const [its, rest] = [boundsOf(early), boundsOf(late)];
  const outer =
    early.node === null || level === null
      ? []
      : operandsOf(nodeAt(graph, early.node))
          .filter((operand) => graph.types[operand]?.kind === 'integer' && environment.isLive(operand))
          .map((operand): Sum => [{ multiplier: 1, factors: [operand], quantity: null }, ...constantSum(negate(normalize(level)))]);
  return {
    excess,
    below: place.node,
    offset: place.offset,
    most: [...outer, ...ofClaims(its?.hi, rest?.lo)].slice(0, MAX_BOUNDS),
    least: [...outer, ...ofClaims(its?.lo, rest?.hi)].slice(0, MAX_BOUNDS),
  };
}

/** A multiple for each finished step. */
export function forEachStep(sum: Sum): Sum {
  return sum.map((term) => ({ ...term, quantity: STEPS_TAKEN }));
}

/** A multiple for each place below the node, if all of these are places. */
export function forEachPlace({ below, offset }: PlacedSum, sum: Sum): Sum {
  const times = sum.map((term) => ({ ...term, factors: [...term.factors, below] }));
  return offset === 0 ? times : [...times, ...scaled(sum, offset)];
}

export function scaled(sum: Sum, by: Int): Sum {
  return sum.map((term) => ({ ...term, multiplier: multiply(term.multiplier, by) }));
}

function constantSum(value: Int): Sum {
  return value === 0 ? [] : [{ multiplier: value, factors: [], quantity: null }];
}

/** The difference of two bounds, if both are known. */
function ofClaims(bound: Int | undefined, other: Int | undefined): readonly Sum[] {
  return bound === undefined || other === undefined ? [] : [constantSum(subtract(bound, other))];
}

/** One value of a choice: that of a node, or a constant. */
type Side = { readonly node: NodeId; readonly constant?: undefined } | { readonly node: null; readonly constant: Polynomial };

/** The condition of the element and its two values; a count adds 1 where its condition is true. */
function choiceOf(
  { graph }: Environment,
  loop: 'map' | 'count',
  result: NodeId,
): { readonly condition: NodeId; readonly whenTrue: Side; readonly whenFalse: Side } | null {
  if (loop === 'count') {
    const one: Side = { node: null, constant: ONE };
    return { condition: result, whenTrue: one, whenFalse: { node: null, constant: ZERO } };
  }
  const node = graph.nodes[result];
  if (node?.op !== 'select') return null;
  const [whenTrue, whenFalse] = [node.whenTrue, node.whenFalse].map((region) => graph.regions[region]?.result ?? null);
  if (whenTrue == null || whenFalse == null) return null;
  return { condition: node.condition, whenTrue: { node: whenTrue }, whenFalse: { node: whenFalse } };
}

/**
 * Returns the outer value with which a condition compares the place: `isBelow` if the condition is true at the places below
 * `node + offset`, else it is false exactly there. Null for another condition.
 */
function placeBelow(
  environment: Environment,
  { facts }: LoopSteps,
  condition: NodeId,
): { readonly node: NodeId; readonly offset: Int; readonly isBelow: boolean } | null {
  const compared = environment.graph.nodes[condition];
  if (compared?.op !== 'apply') return null;
  const { polynomials } = facts;
  const view = environment.view(condition);
  for (const truth of [true, false]) {
    const given = truthIs(truth, polynomials.of(condition), view).value;
    for (const { premises, value, isEquality } of facts.of(condition)) {
      const [only, ...more] = premises;
      if (isEquality || only === undefined || more.length > 0 || minus(only.value, given).size > 0) continue;
      // value = node + offset - place - 1
      for (const node of operandsOf(compared)) {
        if (!environment.isLive(node)) continue;
        const offset = constantOf(minus(plus(value, PLACE), polynomials.of(node)));
        if (offset !== null) return { node, offset: normalize(offset + 1n), isBelow: truth };
      }
    }
  }
  return null;
}
