import { type AbstractValue, INT64 } from '../../abstract/abstract.js';
import { atLeast, atMost, maximumRanges, minimumRanges, within } from '../../abstract/arithmetic.js';
import { minus } from '../../abstract/polynomial.js';
import { highest, intersect, lowest, type Ranges, unite } from '../../abstract/ranges.js';
import { greatest, least } from '../../smt-lib/bounds.js';
import { integerForm } from '../../smt-lib/forms.js';
import { INTEGER } from '../../types/domain.js';
import { maximum, minimum, subtract } from '../../types/integer.js';
import { integerAt } from '../arguments.js';
import { equality, fact, linearFacts, order } from '../linear.js';
import { monomer } from '../monomer.js';
import { overload, TWO_INTEGERS } from '../overloads.js';
import { needs } from '../precondition.js';
import { atMostFact, differenceWithin, factsOnBounds, isAtMost, onRanges, refiningRanges, viewAt } from '../views.js';
import { DIRECT } from '../work.js';

/** MIN, MAX and CLAMP: the result is one of the arguments. */

export const min = monomer({
  overloads: TWO_INTEGERS,
  reference: (args) => minimum(integerAt(args, 0), integerAt(args, 1)),
  work: DIRECT,
  precondition: null,
  few: 'bound',
  transfer: onRanges(minimumRanges),
  related: (args, relations) => {
    if (isAtMost(relations, 0, 1)) return viewAt(args, 0);
    return isAtMost(relations, 1, 0) ? viewAt(args, 1) : INT64;
  },
  refine: refiningRanges((result, a, b) => [leftOfMinimum(result, a, b), leftOfMinimum(result, b, a)]),
  facts: factsOnBounds((_, a, b) => [
    ...differenceWithin('result', 0, { lo: minimum(0, subtract(b.lo, a.hi)), hi: 0 }),
    ...differenceWithin('result', 1, { lo: minimum(0, subtract(a.lo, b.hi)), hi: 0 }),
  ]),
  linear: linearFacts(
    (at) => [
      fact(minus(at.value(0), at.result)),
      fact(minus(at.value(1), at.result)),
      equality(minus(at.value(0), at.result), at.inOrder(0, 1)),
      equality(minus(at.value(1), at.result), at.inOrder(1, 0)),
    ],
    order(['^', null], ['^', null]),
  ),
  smt: integerForm('linear', ({ dialect }, a, b) => {
    const either = dialect.choose(dialect.compare('<=', a, b), a, b);
    return dialect.restrict(either, { lo: least(a.bounds.lo, b.bounds.lo), hi: least(a.bounds.hi, b.bounds.hi) });
  }),
});

/** Narrows `a`: it is at least the result, and equals the result if `b` cannot. */
function leftOfMinimum(result: Ranges, a: Ranges, b: Ranges): Ranges {
  return lowest(b) > highest(result) ? intersect(a, result) : atLeast(a, lowest(result));
}

export const max = monomer({
  overloads: TWO_INTEGERS,
  reference: (args) => maximum(integerAt(args, 0), integerAt(args, 1)),
  work: DIRECT,
  precondition: null,
  few: 'bound',
  transfer: onRanges(maximumRanges),
  related: (args, relations) => {
    if (isAtMost(relations, 1, 0)) return viewAt(args, 0);
    return isAtMost(relations, 0, 1) ? viewAt(args, 1) : INT64;
  },
  refine: refiningRanges((result, a, b) => [leftOfMaximum(result, a, b), leftOfMaximum(result, b, a)]),
  facts: factsOnBounds((_, a, b) => [
    ...differenceWithin('result', 0, { lo: 0, hi: maximum(0, subtract(b.hi, a.lo)) }),
    ...differenceWithin('result', 1, { lo: 0, hi: maximum(0, subtract(a.hi, b.lo)) }),
  ]),
  linear: linearFacts(
    (at) => [
      fact(minus(at.result, at.value(0))),
      fact(minus(at.result, at.value(1))),
      equality(minus(at.value(0), at.result), at.inOrder(1, 0)),
      equality(minus(at.value(1), at.result), at.inOrder(0, 1)),
    ],
    order(['^', null], ['^', null]),
  ),
  smt: integerForm('linear', ({ dialect }, a, b) => {
    const either = dialect.choose(dialect.compare('<=', a, b), b, a);
    return dialect.restrict(either, { lo: greatest(a.bounds.lo, b.bounds.lo), hi: greatest(a.bounds.hi, b.bounds.hi) });
  }),
});

/** Narrows `a`: it is at most the result, and equals the result if `b` cannot. */
function leftOfMaximum(result: Ranges, a: Ranges, b: Ranges): Ranges {
  return highest(b) < lowest(result) ? intersect(a, result) : atMost(a, highest(result));
}

export const clamp = monomer({
  overloads: [overload({ x: INTEGER, lo: INTEGER, hi: INTEGER }, INTEGER)],
  reference: (args) => {
    const [lo, hi] = [integerAt(args, 1), integerAt(args, 2)];
    return lo <= hi ? minimum(maximum(integerAt(args, 0), lo), hi) : undefined;
  },
  work: DIRECT,
  precondition: [needs.atMost(1, 2)],
  few: 'run',
  transfer: onRanges((x, lo, hi) => within(minimumRanges(maximumRanges(x, lo), hi), lowest(lo), highest(hi))),
  related: (args, relations): AbstractValue => {
    if (isAtMost(relations, 0, 1)) return viewAt(args, 1);
    if (isAtMost(relations, 2, 0)) return viewAt(args, 2);
    return isAtMost(relations, 1, 0) && isAtMost(relations, 0, 2) ? viewAt(args, 0) : INT64;
  },
  refine: refiningRanges((result, x, lo, hi) => [
    leftOfClamped(result, x, lo, hi),
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
  // An x below lo gives lo; an x above hi gives hi.
  linear: linearFacts(
    (at) => [
      fact(minus(at.result, at.value(1))),
      fact(minus(at.value(2), at.result)),
      equality(minus(at.value(0), at.result), at.inOrder(1, 0), at.inOrder(0, 2)),
      equality(minus(at.value(1), at.result), at.inOrder(0, 1)),
      equality(minus(at.value(2), at.result), at.inOrder(2, 0)),
    ],
    order(['^', null], ['^', null], ['^', null]),
  ),
  smt: integerForm('linear', ({ dialect }, x, lo, hi) =>
    dialect.choose(dialect.compare('<', x, lo), lo, dialect.choose(dialect.compare('<', hi, x), hi, x)),
  ),
});

/**
 * Narrows `x`: below the result it was raised to the lower bound, and above the result it was cut to the upper bound. Otherwise
 * it is the result.
 */
function leftOfClamped(result: Ranges, x: Ranges, lo: Ranges, hi: Ranges): Ranges {
  const lifted = intersect(result, lo);
  const cut = intersect(result, hi);
  const below = lifted.length === 0 ? [] : atMost(x, highest(lifted));
  const above = cut.length === 0 ? [] : atLeast(x, lowest(cut));
  return unite(intersect(x, result), unite(below, above));
}
