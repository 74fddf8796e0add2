import { type AbstractValue, boolean, ofRanges } from '../../abstract/abstract.js';
import { within } from '../../abstract/arithmetic.js';
import { constant, type Polynomial, plus } from '../../abstract/polynomial.js';
import { contains, type Ranges } from '../../abstract/ranges.js';
import { integerCondition } from '../../smt-lib/forms.js';
import { and, type Formula, not, or } from '../../smt-lib/formulas.js';
import { BOOLEAN, INTEGER } from '../../types/domain.js';
import { integerWithin } from '../arguments.js';
import { downward, type Fraction } from '../linear.js';
import { monomer } from '../monomer.js';
import { overload } from '../overloads.js';
import { needs } from '../precondition.js';
import { rangesAt } from '../views.js';
import { DIRECT } from '../work.js';
import { kindsOfYear, leastOf, lengthsOf, monthsOf, singles, trimmed } from './calendar.js';
import { DAY_MAX, DAY_MIN, dayAt, isLeapYearNumber, monthLength, weekdayOf, YEAR_MAX, YEAR_MIN, yearAt } from './civil.js';
import { leapYearFacts } from './month-facts.js';

/** IS_LEAP_YEAR, DAYS_IN_MONTH and WEEKDAY. */

export const isLeapYear = monomer({
  overloads: [overload({ year: INTEGER }, BOOLEAN)],
  reference: (args) => {
    const year = yearAt(args, 0);
    return year === undefined ? undefined : isLeapYearNumber(year);
  },
  work: DIRECT,
  precondition: [needs.within(0, YEAR_MIN, YEAR_MAX)],
  few: 'bound',
  transfer: (args) => {
    const kinds = kindsOfYear(yearsAt(args)).map(isLeapYearNumber);
    return boolean(kinds.includes(false), kinds.includes(true));
  },
  related: null,
  refine: (result, args) => {
    if (result.kind !== 'boolean') throw new Error('the result is no boolean');
    return [ofRanges(trimmed(yearsAt(args), (year) => (isLeapYearNumber(year) ? result.canBeTrue : result.canBeFalse)))];
  },
  facts: null,
  linear: { result: { is: 'leap year' }, facts: leapYearFacts },
  // A Gregorian leap year is divisible by 4, and by 400 if it is divisible by 100.
  smt: integerCondition('other', ({ dialect }, year) => {
    const divides = (n: bigint): Formula =>
      dialect.compare('=', dialect.remainder('truncated', year, dialect.literal(n)), dialect.literal(0n));
    return and(divides(4n), or(not(divides(100n)), divides(400n)));
  }),
});

export const daysInMonth = monomer({
  overloads: [overload({ year: INTEGER, month: INTEGER }, INTEGER)],
  reference: (args) => {
    const year = yearAt(args, 0);
    const month = integerWithin(args, 1, 1, 12);
    return year === undefined || month === undefined ? undefined : monthLength(year, month);
  },
  work: DIRECT,
  precondition: [needs.within(0, YEAR_MIN, YEAR_MAX), needs.within(1, 1, 12)],
  few: 'bound',
  transfer: (args) => ofRanges(lengthsOf(yearsAt(args), monthsAt(args))),
  related: null,
  refine: (result, args) => {
    const lengths = rangesAt([result], 0);
    const [years, months] = [yearsAt(args), monthsAt(args)];
    const canBe = (year: number, month: number) => contains(lengths, monthLength(year, month));
    const kinds = kindsOfYear(years);
    const kept = monthsOf(months).filter((month) => kinds.some((year) => canBe(year, month)));
    const keptKinds = kinds.filter((year) => kept.some((month) => canBe(year, month))).map(isLeapYearNumber);
    return [ofRanges(trimmed(years, (year) => keptKinds.includes(isLeapYearNumber(year)))), ofRanges(singles(kept))];
  },
  facts: null,
  linear: { result: { is: 'length of month' }, facts: null },
  smt: null,
});

export const weekday = monomer({
  overloads: [overload({ n: INTEGER }, INTEGER)],
  reference: (args) => {
    const days = dayAt(args, 0);
    return days === undefined ? undefined : weekdayOf(days);
  },
  work: DIRECT,
  precondition: [needs.within(0, DAY_MIN, DAY_MAX)],
  few: 'bound',
  transfer: (args) => ofRanges(singles(leastOf(within(rangesAt(args, 0), DAY_MIN, DAY_MAX)).map(weekdayOf))),
  related: null,
  refine: (result, args) => {
    const weekdays = rangesAt([result], 0);
    return [ofRanges(trimmed(within(rangesAt(args, 0), DAY_MIN, DAY_MAX), (day) => contains(weekdays, weekdayOf(day))))];
  },
  facts: null,
  linear: { result: { is: 'remainder from 1', of: sinceMonday }, facts: (at) => downward(at.division) },
  smt: null,
});

/** Day 0 is a Thursday, so the Monday before it is day -3. */
function sinceMonday(days: Polynomial): Fraction {
  return { rounding: 'down', dividend: plus(days, constant(3)), divisor: constant(7) };
}

function yearsAt(args: readonly AbstractValue[]): Ranges {
  return within(rangesAt(args, 0), YEAR_MIN, YEAR_MAX);
}

function monthsAt(args: readonly AbstractValue[]): Ranges {
  return within(rangesAt(args, 1), 1, 12);
}
