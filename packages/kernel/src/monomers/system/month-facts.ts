import { constant, minus, ONE, type Polynomial, plus, times } from '../../abstract/polynomial.js';
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
