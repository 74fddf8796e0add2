import { INT64 } from '../../abstract/abstract.js';
import { atLeast, atMost, maximumRanges, minimumRanges, within } from '../../abstract/arithmetic.js';
import { highest, intersect, lowest, type Ranges, unite } from '../../abstract/ranges.js';
import { INTEGER } from '../../types/domain.js';
import { maximum, minimum, subtract } from '../../types/integer.js';
import type { Value } from '../../values/value.js';
import { integerAt } from '../arguments.js';
import { exactOnFew } from '../exact.js';
import type { Analysis, Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { atMostFact, boundsAt, factsOnBounds, isAtMost, onRanges, refiningRanges, whereReached } from '../views.js';

const reference = (args: readonly Value[]): Value | undefined => {
  const lo = integerAt(args, 1);
  const hi = integerAt(args, 2);
  return lo <= hi ? minimum(maximum(integerAt(args, 0), lo), hi) : undefined;
};

/** An x below the result was lifted to a lower bound, one above it was cut to an upper one; else it is the result. */
function remainsOfClamped(result: Ranges, x: Ranges, lo: Ranges, hi: Ranges): Ranges {
  const lifted = intersect(result, lo);
  const cut = intersect(result, hi);
  const below = lifted.length === 0 ? [] : atMost(x, highest(lifted));
  const above = cut.length === 0 ? [] : atLeast(x, lowest(cut));
  return unite(intersect(x, result), unite(below, above));
}

const analysis: Analysis = {
  transfer: onRanges((x, lo, hi) => within(minimumRanges(maximumRanges(x, lo), hi), lowest(lo), highest(hi))),
  need: whereReached((args, relations) => boundsAt(args, 1).hi <= boundsAt(args, 2).lo || isAtMost(relations, 1, 2)),
  related: (args, relations) => {
    if (isAtMost(relations, 0, 1)) return args[1] ?? INT64;
    if (isAtMost(relations, 2, 0)) return args[2] ?? INT64;
    return isAtMost(relations, 1, 0) && isAtMost(relations, 0, 2) ? (args[0] ?? INT64) : INT64;
  },
  refine: refiningRanges((result, x, lo, hi) => [
    remainsOfClamped(result, x, lo, hi),
    atMost(lo, highest(result)),
    atLeast(hi, lowest(result)),
  ]),
  facts: factsOnBounds((_, x, lo, hi) => [
    atMostFact(1, 2),
    atMostFact(1, 'result'),
    atMostFact('result', 2),
    { minuend: 'result', subtrahend: 0, bound: maximum(0, subtract(lo.hi, x.lo)) },
    { minuend: 0, subtrahend: 'result', bound: maximum(0, subtract(x.hi, hi.lo)) },
  ]),
};

export const clamp: Monomer = {
  index: 59,
  name: 'CLAMP',
  family: 'control',
  signature: '(x int, lo int, hi int) → int',
  description: 'The integer of lo..hi that is nearest to x.',
  needs: 'lo ≤ hi',
  range: 'x, cut to lo..hi',
  effect: 'pure',
  examples: [
    { arguments: [5, 0, 10], result: 5 },
    { arguments: [-5, 0, 10], result: 0 },
    { arguments: [15, 0, 10], result: 10 },
    { arguments: ['-9223372036854775808', '-9223372036854775807', '9223372036854775807'], result: '-9223372036854775807' },
    { arguments: [3, 7, 7], result: 7 },
  ],
  overloads: [{ parameters: [parameter('x', INTEGER), parameter('lo', INTEGER), parameter('hi', INTEGER)], result: INTEGER }],
  reference,
  analysis: exactOnFew(reference, analysis),
};
