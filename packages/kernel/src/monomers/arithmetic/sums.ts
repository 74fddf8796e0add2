import { ofRanges } from '../../abstract/abstract.js';
import { absoluteRanges, addRanges, atLeast, atMost, negateRanges, subtractRanges, within } from '../../abstract/arithmetic.js';
import { minus, plus, ZERO } from '../../abstract/polynomial.js';
import { type Ranges, range, unite } from '../../abstract/ranges.js';
import { absolute as absoluteForm, integerForm } from '../../smt-lib/forms.js';
import { absolute, INT64_MAX, INT64_MIN, maximum, multiply, negate, subtract, add as sum } from '../../types/integer.js';
import { fitting, integerAt } from '../arguments.js';
import { equality, fact, linearFacts, order, polynomial } from '../linear.js';
import { monomer } from '../monomer.js';
import { ONE_INTEGER, TWO_INTEGERS } from '../overloads.js';
import { needs } from '../precondition.js';
import type { Relations } from '../relation.js';
import {
  differenceAtLeast,
  differenceAtMost,
  differenceWithin,
  exactly,
  factsOnBounds,
  onRanges,
  rangesAt,
  refiningRanges,
} from '../views.js';
import { DIRECT } from '../work.js';

/** ADD, SUB, NEG and ABS. */

export const add = monomer({
  overloads: TWO_INTEGERS,
  reference: (args) => fitting(sum(integerAt(args, 0), integerAt(args, 1))),
  work: DIRECT,
  precondition: [needs.fitting(exactly(addRanges))],
  few: 'bound',
  transfer: onRanges(addRanges),
  related: null,
  refine: refiningRanges((result, a, b) => [subtractRanges(result, b), subtractRanges(result, a)]),
  facts: factsOnBounds((_, a, b) => [
    differenceAtMost('result', 0, b),
    differenceAtLeast('result', 0, b),
    differenceAtMost('result', 1, a),
    differenceAtLeast('result', 1, a),
  ]),
  linear: polynomial(plus),
  smt: integerForm('linear', ({ dialect }, a, b) => dialect.add(a, b)),
});

const ALL: Ranges = range(INT64_MIN, INT64_MAX);

/**
 * Narrows the differences a - b by the relations. The difference is 0 for one and the same value. Otherwise the bound of a - b
 * limits it from above, and the negated bound of b - a from below.
 */
function clippedByRelations(differences: Ranges, relations: Relations): Ranges {
  if (relations.same(0, 1)) return within(differences, 0, 0);
  const greatest = relations.difference(0, 1);
  const least = relations.difference(1, 0);
  const below = greatest === undefined ? differences : atMost(differences, greatest);
  return least === undefined ? below : atLeast(below, negate(least));
}

export const sub = monomer({
  overloads: TWO_INTEGERS,
  reference: (args) => fitting(subtract(integerAt(args, 0), integerAt(args, 1))),
  work: DIRECT,
  precondition: [needs.fitting((args, relations) => clippedByRelations(subtractRanges(rangesAt(args, 0), rangesAt(args, 1)), relations))],
  few: 'bound',
  transfer: onRanges(subtractRanges),
  related: (_, relations) => ofRanges(clippedByRelations(ALL, relations)),
  refine: refiningRanges((result, a, b) => [addRanges(result, b), subtractRanges(a, result)]),
  facts: factsOnBounds((result, _, b) => [
    // result - a is -b.
    differenceAtLeast(0, 'result', b),
    differenceAtMost(0, 'result', b),
    differenceAtMost(0, 1, result),
    differenceAtLeast(0, 1, result),
  ]),
  linear: polynomial(minus),
  smt: integerForm('linear', ({ dialect }, a, b) => dialect.subtract(a, b)),
});

export const neg = monomer({
  overloads: ONE_INTEGER,
  reference: (args) => fitting(negate(integerAt(args, 0))),
  work: DIRECT,
  precondition: [needs.fitting(exactly(negateRanges))],
  few: 'bound',
  transfer: onRanges(negateRanges),
  related: null,
  refine: refiningRanges((result) => [negateRanges(result)]),
  facts: null,
  linear: polynomial((a) => minus(ZERO, a)),
  smt: integerForm('linear', ({ dialect }, a) => dialect.subtract(dialect.literal(0n), a)),
});

export const abs = monomer({
  overloads: ONE_INTEGER,
  reference: (args) => fitting(absolute(integerAt(args, 0))),
  work: DIRECT,
  precondition: [needs.fitting(exactly(absoluteRanges))],
  few: 'bound',
  transfer: onRanges(absoluteRanges),
  related: null,
  refine: refiningRanges((result) => [unite(negateRanges(atLeast(result, 0)), atLeast(result, 0))]),
  // |a| - a is 0 or -2a.
  facts: factsOnBounds((_, a) => differenceWithin('result', 0, { lo: 0, hi: maximum(0, multiply(-2, a.lo)) })),
  linear: linearFacts(
    (at) => [
      fact(minus(at.result, at.value(0))),
      fact(plus(at.result, at.value(0))),
      equality(minus(at.result, at.value(0)), at.atLeast(0, 0)),
      equality(plus(at.result, at.value(0)), at.atMost(0, 0)),
    ],
    order(['^', 0]),
  ),
  smt: integerForm('linear', absoluteForm),
});
