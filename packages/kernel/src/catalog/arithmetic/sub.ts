import { ofRanges } from '../../abstract/abstract.js';
import { addRanges, atLeast, atMost, fits, subtractRanges, within } from '../../abstract/arithmetic.js';
import { type Ranges, range } from '../../abstract/ranges.js';
import { INT64_MAX, INT64_MIN, negate, subtract } from '../../types/integer.js';
import { integerAt } from '../arguments.js';
import type { Analysis, Monomer } from '../monomer.js';
import type { Relations } from '../relation.js';
import { differenceWithin, factsOnBounds, onRanges, rangesAt, refiningRanges, whereReached } from '../views.js';
import { fitting, TWO_INTEGERS } from './overloads.js';

const ALL: Ranges = range(INT64_MIN, INT64_MAX);

/** The differences that the relations leave: 0 of one and the same value; a - b is at most the one bound, and at least minus the other. */
function clippedByRelations(differences: Ranges, relations: Relations): Ranges {
  if (relations.same(0, 1)) return within(differences, 0, 0);
  const greatest = relations.difference(0, 1);
  const least = relations.difference(1, 0);
  const below = greatest === undefined ? differences : atMost(differences, greatest);
  return least === undefined ? below : atLeast(below, negate(least));
}

const analysis: Analysis = {
  transfer: onRanges(subtractRanges),
  need: whereReached((args, relations) => fits(clippedByRelations(subtractRanges(rangesAt(args, 0), rangesAt(args, 1)), relations))),
  related: (_, relations) => ofRanges(clippedByRelations(ALL, relations)),
  refine: refiningRanges((result, a, b) => [addRanges(result, b), subtractRanges(a, result)]),
  facts: factsOnBounds((result, _, b) => [
    ...differenceWithin('result', 0, { lo: negate(b.hi), hi: negate(b.lo) }),
    ...differenceWithin(0, 1, result),
  ]),
};

export const sub: Monomer = {
  index: 1,
  name: 'SUB',
  family: 'arithmetic',
  signature: '(a int, b int) → int',
  description: 'The exact difference of two integers.',
  needs: 'a - b fits 64 bits',
  range: 'from a at its least less b at its greatest, to a at its greatest less b at its least',
  effect: 'pure',
  operator: 'a - b',
  examples: [
    { arguments: [5, 3], result: 2 },
    { arguments: [3, 5], result: -2 },
    { arguments: [-1, '9223372036854775807'], result: '-9223372036854775808' },
    { arguments: ['-9223372036854775808', '-9223372036854775808'], result: 0 },
  ],
  overloads: TWO_INTEGERS,
  reference: (args) => fitting(subtract(integerAt(args, 0), integerAt(args, 1))),
  analysis,
};
