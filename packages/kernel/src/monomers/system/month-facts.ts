import { constant, exactQuotient, minus, ONE, type Polynomial, plus, times, ZERO } from '../../abstract/polynomial.js';
import { equality, fact, type LinearApplication, type LinearFact, type Month } from '../linear.js';
import { YEAR_MAX } from './civil.js';

/** A common year has so many days before December, a leap year one more. */
const DAYS_BEFORE_DECEMBER = 334;

/** Facts of a month of the calendar. */
function ofMonth(month: Month): readonly LinearFact[] {
  const { start, length, january, december, next, nextJanuary } = month;
  const before = minus(month.number, ONE);
  const since = minus(start, january);
  return [
    fact(minus(length, constant(28))),
    fact(minus(constant(31), length)),
    fact(since),
    // Days before a month of the year, less 30 for each month: -1 before March of a common year, 5 before December of a leap year.
    fact(plus(minus(since, times(constant(30), before)), ONE)),
    fact(minus(plus(times(constant(30), before), constant(5)), since)),
    fact(minus(times(constant(31), before), since)),
    // The last day of a month is at most 31 December.
    fact(minus(plus(december, constant(31)), plus(start, length))),
    fact(minus(minus(december, january), constant(DAYS_BEFORE_DECEMBER))),
    fact(minus(constant(DAYS_BEFORE_DECEMBER + 1), minus(december, january))),
    equality(minus(plus(start, length), next), atMost(month.number, 11)),
    equality(minus(minus(nextJanuary, december), constant(31)), atMost(month.year, YEAR_MAX - 1)),
  ];
}

function atMost(value: Polynomial, most: number): LinearFact['premises'][number] {
  return { value: minus(constant(most), value), isKnown: false };
}

/** Facts of DAYS_FROM_CIVIL: its day is one of its month. */
export function dayFacts(at: LinearApplication): readonly LinearFact[] {
  return at.month === undefined ? [] : [fact(minus(at.month.length, at.value(2))), ...ofMonth(at.month)];
}

/** Facts of CIVIL_FROM_DAYS: the day is that of the date, which is real. */
export function dateFacts(at: LinearApplication): readonly LinearFact[] {
  if (at.month === undefined) return [];
  const { year, number, start, length } = at.month;
  const day = at.field('day');
  return [
    equality(minus(plus(start, day), plus(at.value(0), ONE))),
    fact(minus(length, day)),
    fact(minus(day, ONE)),
    fact(minus(number, ONE)),
    fact(minus(constant(12), number)),
    fact(minus(year, ONE)),
    fact(minus(constant(YEAR_MAX), year)),
    ...ofMonth(at.month),
  ];
}

/** Facts of IS_LEAP_YEAR, whose month is February: December starts 334 days after January, or 335. */
export function leapYearFacts(at: LinearApplication): readonly LinearFact[] {
  if (at.month === undefined) return [];
  const { length, january, december } = at.month;
  return [equality(minus(minus(december, january), plus(length, constant(DAYS_BEFORE_DECEMBER - 28))))];
}

/**
 * Facts of ADD_MONTHS: of the days that so many months are, from any day of any month on. A day that the month reached
 * does not have is its last: so 28 days are the fewest that one month takes, and 365 that twelve take.
 */
export function laterFacts(at: LinearApplication): readonly LinearFact[] {
  const [reached, some] = [at.resultContent, at.resultIsPresent];
  if (reached === null) return [];
  const days = minus(reached, at.value(0));
  const months = at.value(1);
  const years = exactQuotient(months, constant(12));
  const forward = at.atLeast(1, 0);
  return [
    ...inMonths(days, months).map((each) => fact(each, some, forward)),
    ...inMonths(minus(ZERO, days), minus(ZERO, months)).map((each) => fact(each, some, at.atMost(1, 0))),
    ...(years === null
      ? inYears(days, ONE).map((each) => fact(each, some, at.atLeast(1, 12), at.atMost(1, 12)))
      : inYears(days, years).map((each) => fact(each, some, forward))),
  ];
}

/**
 * Bounds the days of a number of months, which is not negative: at least 30 each less two, at most 31 each, and 30.5 each and
 * two.
 */
function inMonths(days: Polynomial, months: Polynomial): readonly Polynomial[] {
  return [
    plus(minus(days, times(constant(30), months)), constant(2)),
    minus(times(constant(31), months), days),
    minus(plus(times(constant(61), months), constant(3)), times(constant(2), days)),
  ];
}

function inYears(days: Polynomial, years: Polynomial): readonly Polynomial[] {
  return [minus(days, times(constant(365), years)), minus(times(constant(366), years), days)];
}
