import { constant, exactQuotient, minus, ONE, type Polynomial, plus, times, ZERO } from '../../abstract/polynomial.js';
import { equality, fact, type LinearApplication, type LinearFact, type Month } from '../linear.js';
import { YEAR_MAX } from './civil.js';

/** The days before December in a common year; a leap year has one more. */
const DAYS_BEFORE_DECEMBER = 334;

/** Returns the facts of a month of the calendar. */
function ofMonth(month: Month): readonly LinearFact[] {
  const { start, length, january, december, next, nextJanuary } = month;
  const before = minus(month.number, ONE);
  const since = minus(start, january);
  return [
    fact(minus(length, constant(28))),
    fact(minus(constant(31), length)),
    fact(since),
    // The days of the year before a month, minus 30 for each month: from -1 (before March of a common year) to 5 (before December
    // of a leap year).
    fact(plus(minus(since, times(constant(30), before)), ONE)),
    fact(minus(plus(times(constant(30), before), constant(5)), since)),
    fact(minus(times(constant(31), before), since)),
    // The last day of a month is at most 31 December of its year.
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

/** Returns the facts of DAYS_FROM_CIVIL: the day lies within its month. */
export function dayFacts(at: LinearApplication): readonly LinearFact[] {
  return at.month === undefined ? [] : [fact(minus(at.month.length, at.value(2))), ...ofMonth(at.month)];
}

/** Returns the facts of CIVIL_FROM_DAYS: the day is that of the resulting date, which is real. */
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

/** Returns the facts of IS_LEAP_YEAR, whose month is February: December starts 334 or 335 days after January. */
export function leapYearFacts(at: LinearApplication): readonly LinearFact[] {
  if (at.month === undefined) return [];
  const { length, january, december } = at.month;
  return [equality(minus(minus(december, january), plus(length, constant(DAYS_BEFORE_DECEMBER - 28))))];
}

/**
 * Returns the facts of ADD_MONTHS, which bound the days that a number of months takes from any day. A day that the resulting
 * month lacks becomes its last day. So one month takes at least 28 days, and twelve take at least 365.
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

/** Returns the bounds of the days of m >= 0 months: at least 30m - 2, at most 31m, and at most 30.5m + 1.5. */
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
