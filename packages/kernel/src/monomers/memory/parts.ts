import { type AbstractSequence, type AbstractValue, NEVER } from '../../abstract/abstract.js';
import { atLeast, minimumRanges } from '../../abstract/arithmetic.js';
import { minus } from '../../abstract/polynomial.js';
import { INTEGER } from '../../types/domain.js';
import { type Int, maximum, minimum, negate, subtract } from '../../types/integer.js';
import type { Value } from '../../values/value.js';
import { integerAt, integerWithin, sequenceAt } from '../arguments.js';
import { equality, part as partOf } from '../linear.js';
import { apartBy, IS_PART, partFacts } from '../measures.js';
import { monomer } from '../monomer.js';
import { onSequences, overload } from '../overloads.js';
import { needs } from '../precondition.js';
import { lengthOf } from '../relation.js';
import { type Bounds, boundsOf, differenceWithin, rangesAt, sequenceViewAt } from '../views.js';
import { COPIES } from '../work.js';
import { likeSequence, part } from './elements.js';

/** SLICE, TAKE and DROP. */

export const slice = monomer({
  overloads: onSequences((xs) => overload({ xs, i: INTEGER, j: INTEGER }, xs)),
  reference: (args) => {
    const xs = sequenceAt(args, 0);
    const j = integerWithin(args, 2, 0, xs.length);
    const i = j === undefined ? undefined : integerWithin(args, 1, 0, j);
    return i === undefined ? undefined : xs.slice(i, j);
  },
  work: COPIES,
  precondition: IS_PART,
  few: 'bound',
  transfer: (args) => part(sequenceViewAt(args, 0), rangesAt(args, 1), rangesAt(args, 2)),
  related: (args, relations) => {
    const view = sequenceViewAt(args, 0);
    const { lo, hi } = apartBy(relations, view.hi);
    return lo > hi ? NEVER : likeSequence(view, lo, hi, view.element);
  },
  refine: atLeastAsLong,
  facts: partFacts,
  linear: partOf((at) => [equality(minus(at.resultLength, minus(at.value(2), at.value(1))))]),
  smt: null,
});

/** The length of the result is the smaller of the sequence's length and the count. */
export const take = monomer({
  overloads: onSequences((xs) => overload({ xs, n: INTEGER }, xs)),
  reference: (args) => {
    const n = coveredBy(args);
    return n === undefined ? undefined : sequenceAt(args, 0).slice(0, n);
  },
  work: COPIES,
  precondition: [needs.natural(1)],
  few: 'bound',
  transfer: (args) => {
    const view = sequenceViewAt(args, 0);
    return part(view, [0, 0], minimumRanges(atLeast(rangesAt(args, 1), 0), [view.lo, view.hi]));
  },
  related: null,
  refine: atLeastAsLong,
  facts: (args) => {
    const count = countOf(args);
    const { lo, hi } = sequenceViewAt(args, 0);
    if (count === null) return [];
    return [
      ...differenceWithin('length of result', lengthOf(0), { lo: negate(excess(hi, count.lo)), hi: negate(excess(lo, count.hi)) }),
      ...differenceWithin('length of result', 1, { lo: negate(excess(count.hi, lo)), hi: negate(excess(count.lo, hi)) }),
    ];
  },
  linear: partOf((at) => [
    equality(minus(at.resultLength, at.value(1)), at.withinLength(1)),
    equality(minus(at.resultLength, at.length(0)), at.beyondLength(1)),
  ]),
  smt: null,
});

/** The part that TAKE omits. */
export const drop = monomer({
  overloads: onSequences((xs) => overload({ xs, n: INTEGER }, xs)),
  reference: (args) => {
    const n = coveredBy(args);
    return n === undefined ? undefined : sequenceAt(args, 0).slice(n);
  },
  work: COPIES,
  precondition: [needs.natural(1)],
  few: 'bound',
  transfer: (args) => {
    const count = countOf(args);
    return count === null ? NEVER : rest(sequenceViewAt(args, 0), count);
  },
  related: null,
  refine: atLeastAsLong,
  facts: (args) => {
    const count = countOf(args);
    const { lo, hi } = sequenceViewAt(args, 0);
    if (count === null) return [];
    return differenceWithin('length of result', lengthOf(0), { lo: negate(minimum(count.hi, hi)), hi: negate(minimum(count.lo, lo)) });
  },
  linear: partOf((at) => [
    equality(minus(at.resultLength, minus(at.length(0), at.value(1))), at.withinLength(1)),
    equality(at.resultLength, at.beyondLength(1)),
  ]),
  smt: null,
});

/** Returns the number of elements of argument 0 that the count in argument 1 covers; `undefined` if the count is negative. */
function coveredBy(args: readonly Value[]): number | undefined {
  const { length } = sequenceAt(args, 0);
  if (integerAt(args, 1) < 0) return undefined;
  return integerWithin(args, 1, 0, length) ?? length;
}

/**
 * Returns the bounds of a count, which is not negative; `null` if no count is possible. A count beyond the length has the effect
 * of the length.
 */
function countOf(args: readonly AbstractValue[]): Bounds | null {
  const counts = atLeast(rangesAt(args, 1), 0);
  return counts.length === 0 ? null : boundsOf(counts);
}

function rest(view: AbstractSequence, count: Bounds): AbstractValue {
  const { lo, hi, items, element } = view;
  if (items !== null) return part(view, [minimum(count.lo, hi), minimum(count.hi, hi)], [hi, hi]);
  return likeSequence(view, Number(excess(lo, count.hi)), Number(excess(hi, count.lo)), element);
}

/** Returns a - b; 0 if that is negative. */
function excess(a: Int, b: Int): Int {
  return maximum(subtract(a, b), 0);
}

function atLeastAsLong(result: AbstractValue, args: readonly AbstractValue[]): readonly AbstractValue[] {
  const view = sequenceViewAt(args, 0);
  return [likeSequence(view, sequenceViewAt([result], 0).lo, view.hi, view.element)];
}
