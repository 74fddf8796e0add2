import { type AbstractValue, integers, itemsOf, MAX_ITEMS, sequence } from '../../abstract/abstract.js';
import { minus, ONE, plus } from '../../abstract/polynomial.js';
import { LIST_LENGTH } from '../../limits.js';
import { INTEGER } from '../../types/domain.js';
import { add, type Int, maximum, minimum, negate, subtract } from '../../types/integer.js';
import { integerAt } from '../arguments.js';
import { equality } from '../linear.js';
import { monomer } from '../monomer.js';
import { listOf, overload } from '../overloads.js';
import { needs } from '../precondition.js';
import { type Bounds, boundsAt } from '../views.js';
import { before, countOf } from '../work.js';

export const range = monomer({
  overloads: [overload({ a: INTEGER, b: INTEGER }, listOf(INTEGER))],
  reference: (args) => {
    const first = integerAt(args, 0);
    const count = add(subtract(integerAt(args, 1), first), 1);
    if (count > LIST_LENGTH) return undefined;
    return Array.from({ length: Math.max(0, Number(count)) }, (_, i) => add(first, i));
  },
  work: before((args) => countOf(add(subtract(integerAt(args, 1), integerAt(args, 0)), 1), LIST_LENGTH)),
  // At most 65,536 integers from a to b.
  precondition: [needs.atMost(1, 0, 1 - LIST_LENGTH)],
  few: 'bound',
  transfer: (args) => {
    const [first, last] = [boundsAt(args, 0), boundsAt(args, 1)];
    const count = { lo: lengthOf(first.hi, last.lo), hi: lengthOf(first.lo, last.hi) };
    const isExact = first.lo === first.hi && last.lo === last.hi && count.hi <= MAX_ITEMS;
    return isExact ? consecutive(first.lo, Number(count.hi)) : ofCount(args, count);
  },
  related: (args, relations) => {
    const [most, least] = [relations.difference(1, 0), relations.difference(0, 1)];
    return ofCount(args, {
      lo: least === undefined ? 0 : maximum(subtract(1, least), 0),
      hi: most === undefined ? LIST_LENGTH : maximum(add(most, 1), 0),
    });
  },
  refine: null,
  // The length is b - a + 1, or 0 if that is negative.
  facts: (args) => {
    const [first, last] = [boundsAt(args, 0), boundsAt(args, 1)];
    return [
      { minuend: 'length of result', subtrahend: 1, bound: maximum(subtract(1, first.lo), negate(last.lo)) },
      { minuend: 1, subtrahend: 'length of result', bound: subtract(first.hi, 1) },
    ];
  },
  linear: {
    result: null,
    facts: (at) => {
      const length = plus(minus(at.value(1), at.value(0)), ONE);
      return [equality(minus(at.resultLength, length), at.inOrder(0, 1)), equality(at.resultLength, at.isLess(1, 0))];
    },
  },
  smt: null,
});

/** Returns the number of integers from first to last. */
function lengthOf(first: Int, last: Int): Int {
  return maximum(add(subtract(last, first), 1), 0);
}

/**
 * Returns lists of lo..hi integers between the least first and the greatest last one. Lists beyond the maximal length are
 * excluded.
 */
function ofCount(args: readonly AbstractValue[], { lo, hi }: Bounds): AbstractValue {
  const element = integers(boundsAt(args, 0).lo, boundsAt(args, 1).hi);
  return sequence('list', Number(minimum(lo, LIST_LENGTH + 1)), Number(minimum(hi, LIST_LENGTH)), element);
}

function consecutive(first: Int, count: number): AbstractValue {
  return itemsOf(
    'list',
    Array.from({ length: count }, (_, index) => integers(add(first, index), add(first, index))),
  );
}
