import { type AbstractValue, EITHER, FALSE, ofRanges, TRUE } from '../../abstract/abstract.js';
import { atLeast, atMost } from '../../abstract/arithmetic.js';
import { minus, ONE, ZERO } from '../../abstract/polynomial.js';
import { integerCondition } from '../../smt-lib/forms.js';
import { add, compare, subtract } from '../../types/integer.js';
import { compareText } from '../../values/text.js';
import type { Value } from '../../values/value.js';
import type { ReferenceImplementation } from '../analysis.js';
import { integerAt, textAt } from '../arguments.js';
import { exactOnFew } from '../exact.js';
import { fact, type LinearApplication, type LinearFact, linearFacts, onIntegers } from '../linear.js';
import { monomer, type Semantics } from '../monomer.js';
import { TWO_ORDERED } from '../overloads.js';
import type { DifferenceOperand, RelationFact, Relations } from '../relation.js';
import { atMostFact, boundsAt, rangesAt } from '../views.js';
import { READS } from '../work.js';
import { negation } from './booleans.js';

/** LT, LE, GT and GE of two integers, or of two texts by code point. */

/** A comparison as `lesser < greater`, or its negation. */
interface Comparison {
  readonly lesser: 0 | 1;
  readonly greater: 0 | 1;
  readonly negated: boolean;
}

const LESS: Comparison = { lesser: 0, greater: 1, negated: false };
const GREATER: Comparison = { lesser: 1, greater: 0, negated: false };

export const lt = ordered(LESS, (order) => order < 0);
export const gt = ordered(GREATER, (order) => order > 0);
/** a <= b is the negation of b < a. */
export const le = ordered({ ...GREATER, negated: true }, (order) => order <= 0);
export const ge = ordered({ ...LESS, negated: true }, (order) => order >= 0);

/** For texts the result is exact if there are few of them, and unknown otherwise. */
function ordered(comparison: Comparison, holds: (order: -1 | 0 | 1) => boolean): Semantics {
  const { lesser, negated } = comparison;
  const turn = (truth: AbstractValue) => (negated ? negation(truth) : truth);
  const reference: ReferenceImplementation = (args) => holds(orderOf(args));
  const onTexts = exactOnFew(reference, {
    transfer: () => EITHER,
    need: null,
    related: null,
    refine: null,
    facts: null,
    contentFacts: null,
  });
  return monomer({
    overloads: TWO_ORDERED,
    reference,
    work: READS,
    precondition: null,
    few: 'bound',
    transfer: (args) => (areIntegers(args) ? turn(isLess(args, comparison)) : onTexts.transfer(args)),
    related: (_, relations) => turn(isLessByRelations(relations, comparison)),
    refine: (result, args) => (areIntegers(args) ? refineLess(turn(result), args, comparison) : (onTexts.refine?.(result, args) ?? args)),
    facts: (args, result) => (areIntegers(args) ? lessFacts(turn(result), comparison) : []),
    linear: linearFacts((at) => inOrder(at, comparison)),
    smt: integerCondition('linear', ({ dialect }, a, b) => {
      const [low, high] = lesser === 0 ? [a, b] : [b, a];
      return negated ? dialect.compare('<=', high, low) : dialect.compare('<', low, high);
    }),
  });
}

/** Returns the order of two integers, or of two texts by code point: -1, 0 or 1. */
function orderOf(args: readonly Value[]): -1 | 0 | 1 {
  if (typeof args[0] === 'string') return compareText(args[0], textAt(args, 1));
  return compare(integerAt(args, 0), integerAt(args, 1));
}

function areIntegers(args: readonly AbstractValue[]): boolean {
  return args.every((view) => view.kind === 'integer');
}

function isLess(args: readonly AbstractValue[], { lesser, greater }: Comparison): AbstractValue {
  const a = boundsAt(args, lesser);
  const b = boundsAt(args, greater);
  if (a.hi < b.lo) return TRUE;
  return a.lo >= b.hi ? FALSE : EITHER;
}

function isLessByRelations(relations: Relations, { lesser, greater }: Comparison): AbstractValue {
  if (relations.same(0, 1)) return FALSE;
  if ((relations.difference(lesser, greater) ?? 0) < 0) return TRUE;
  return (relations.difference(greater, lesser) ?? 1) <= 0 ? FALSE : EITHER;
}

function refineLess(less: AbstractValue, args: readonly AbstractValue[], { lesser, greater }: Comparison): readonly AbstractValue[] {
  if (less.kind !== 'boolean' || (less.canBeFalse && less.canBeTrue)) return args;
  const a = boundsAt(args, lesser);
  const b = boundsAt(args, greater);
  const low = rangesAt(args, lesser);
  const high = rangesAt(args, greater);
  const remainsLow = ofRanges(less.canBeTrue ? atMost(low, subtract(b.hi, 1)) : atLeast(low, b.lo));
  const remainsHigh = ofRanges(less.canBeTrue ? atLeast(high, add(a.lo, 1)) : atMost(high, a.hi));
  return lesser === 0 ? [remainsLow, remainsHigh] : [remainsHigh, remainsLow];
}

function lessFacts(less: AbstractValue, { lesser, greater }: Comparison): readonly RelationFact<DifferenceOperand>[] {
  if (less.kind !== 'boolean' || less.canBeFalse === less.canBeTrue) return [];
  return [less.canBeTrue ? atMostFact(lesser, greater, 1) : atMostFact(greater, lesser)];
}

/** lesser < greater if the result is true (for a negation: false), and lesser >= greater otherwise. */
function inOrder(at: LinearApplication, { lesser, greater, negated }: Comparison): readonly LinearFact[] {
  const difference = minus(at.value(greater), at.value(lesser));
  const [less, notLess] = [minus(difference, ONE), minus(ZERO, difference)];
  const [whenTrue, whenFalse] = negated ? [notLess, less] : [less, notLess];
  return onIntegers(at, [fact(whenTrue, at.resultIs(true)), fact(whenFalse, at.resultIs(false))]);
}
