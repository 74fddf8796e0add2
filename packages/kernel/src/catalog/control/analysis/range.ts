import { type Abstract, integers, itemsOf, MAX_ITEMS, sequence } from '../../../abstract/abstract.js';
import { LIST_LENGTH } from '../../../limits.js';
import { add, type Int, maximum, minimum, negate, subtract } from '../../../types/integer.js';
import type { Analysis } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { type Bounds, boundsAt } from '../../views.js';

export const rangeAnalysis: Analysis = onReached({
  transfer: (args) => {
    const [first, last] = [boundsAt(args, 0), boundsAt(args, 1)];
    const count = { lo: countOf(first.hi, last.lo), hi: countOf(first.lo, last.hi) };
    const isExact = first.lo === first.hi && last.lo === last.hi && count.hi <= MAX_ITEMS;
    return isExact ? consecutive(first.lo, Number(count.hi)) : ofCount(args, count);
  },
  need: (args, relations) => {
    const apart = relations.difference(1, 0);
    return (apart !== undefined && apart < LIST_LENGTH) || countOf(boundsAt(args, 0).lo, boundsAt(args, 1).hi) <= LIST_LENGTH;
  },
  related: (args, relations) => {
    const [most, least] = [relations.difference(1, 0), relations.difference(0, 1)];
    return ofCount(args, {
      lo: least === undefined ? 0 : maximum(subtract(1, least), 0),
      hi: most === undefined ? LIST_LENGTH : maximum(add(most, 1), 0),
    });
  },
  // the length is b - a + 1, or 0 where that is less
  facts: (args) => {
    const [first, last] = [boundsAt(args, 0), boundsAt(args, 1)];
    return [
      { minuend: 'length of result', subtrahend: 1, bound: maximum(subtract(1, first.lo), negate(last.lo)) },
      { minuend: 1, subtrahend: 'length of result', bound: subtract(first.hi, 1) },
    ];
  },
});

/** How many integers there are from first to last. */
function countOf(first: Int, last: Int): Int {
  return maximum(add(subtract(last, first), 1), 0);
}

/** So many integers between the least first and the greatest last; more than a list can hold are not among them. */
function ofCount(args: readonly Abstract[], { lo, hi }: Bounds): Abstract {
  const element = integers(boundsAt(args, 0).lo, boundsAt(args, 1).hi);
  return sequence('list', Number(minimum(lo, LIST_LENGTH + 1)), Number(minimum(hi, LIST_LENGTH)), element);
}

function consecutive(first: Int, count: number): Abstract {
  return itemsOf(
    'list',
    Array.from({ length: count }, (_, index) => integers(add(first, index), add(first, index))),
  );
}
