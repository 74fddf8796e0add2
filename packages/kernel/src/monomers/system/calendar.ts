import { pairsOf, within } from '../../abstract/arithmetic.js';
import { highest, lowest, type Ranges, range, uniteAll } from '../../abstract/ranges.js';
import { DAY_MAX, DAY_MIN, daysOf, isLeapYearNumber, monthLength, YEAR_MAX, YEAR_MIN } from './civil.js';

/** Sets of years, months and days. */

export const YEARS: Ranges = range(YEAR_MIN, YEAR_MAX);
export const MONTHS: Ranges = range(1, 12);
export const DAYS: Ranges = range(DAY_MIN, DAY_MAX);

/**
 * Any 8 consecutive years include a leap year and a common one (1897 to 1903 are seven common years). Any 8 consecutive days
 * include every weekday.
 */
const PERIOD = 8;

/** Returns the least integers of each range, up to `most` (for months, all twelve), in ascending order. The integers are safe. */
export function leastOf(set: Ranges, most = PERIOD): readonly number[] {
  return pairsOf(set).flatMap(([lo, hi]) => Array.from({ length: Math.min(Number(hi) - Number(lo) + 1, most) }, (_, i) => Number(lo) + i));
}

/** Returns the greatest integers of each range, in descending order. */
function greatestOf(set: Ranges, most = PERIOD): readonly number[] {
  return pairsOf(set)
    .toReversed()
    .flatMap(([lo, hi]) => Array.from({ length: Math.min(Number(hi) - Number(lo) + 1, most) }, (_, i) => Number(hi) - i));
}

export function monthsOf(months: Ranges): readonly number[] {
  return leastOf(months, 12);
}

/** Returns a leap year and a common year of a set, if it has them. In these two years a month has all its possible lengths. */
export function kindsOfYear(years: Ranges): readonly number[] {
  const least = leastOf(years);
  return [true, false].flatMap((isLeap) => least.filter((year) => isLeapYearNumber(year) === isLeap).slice(0, 1));
}

/** Removes the integers that do not satisfy `fits` at both ends of each range. In short ranges, removes all of them. */
export function trimmed(set: Ranges, fits: (integer: number) => boolean): Ranges {
  return uniteAll(
    pairsOf(set).flatMap(([lo, hi]) => {
      const [least, greatest] = [Number(lo), Number(hi)];
      if (greatest - least < 2 * PERIOD)
        return leastOf([least, greatest], 2 * PERIOD)
          .filter(fits)
          .map((integer) => [integer, integer] as const);
      return [[least + stepsTo(least, 1, fits), greatest - stepsTo(greatest, -1, fits)] as const];
    }),
  );
}

/** Returns the number of steps to the first integer that satisfies `fits`, at most a period. */
function stepsTo(from: number, direction: 1 | -1, fits: (integer: number) => boolean): number {
  let steps = 0;
  while (steps < PERIOD && !fits(from + direction * steps)) steps += 1;
  return steps;
}

/** Sets of years, months of the year and days of the month. */
export interface Dates {
  readonly years: Ranges;
  readonly months: Ranges;
  readonly days: Ranges;
}

/**
 * Returns the days from the first to the last real date of a set, for each range of years. If the year is known, for each range
 * of months.
 */
export function daysOfDates({ years, months, days }: Dates): Ranges {
  const boxes = pairsOf(years).flatMap(([lo, hi]) =>
    lo === hi ? pairsOf(months).map((pair) => ({ years: [lo, hi], months: [...pair], days })) : [{ years: [lo, hi], months, days }],
  );
  return uniteAll(
    boxes.flatMap((dates) => {
      const [first, last] = [firstOf(dates), lastOf(dates)];
      return first === undefined || last === undefined ? [] : [[first, last] as const];
    }),
  );
}

/** Returns the first real date; dates are ordered by year, month and day. */
function firstOf({ years, months, days }: Dates): number | undefined {
  const inMonths = within(days, 1, 31);
  if (inMonths.length === 0) return undefined;
  const day = Number(lowest(inMonths));
  for (const year of leastOf(years)) {
    for (const month of monthsOf(months)) if (day <= monthLength(year, month)) return daysOf({ year, month, day });
  }
  return undefined;
}

function lastOf({ years, months, days }: Dates): number | undefined {
  for (const year of greatestOf(years)) {
    for (const month of greatestOf(months, 12)) {
      const real = within(days, 1, monthLength(year, month));
      if (real.length > 0) return daysOf({ year, month, day: Number(highest(real)) });
    }
  }
  return undefined;
}

/** Returns the possible lengths of a set of months in a set of years. */
export function lengthsOf(years: Ranges, months: Ranges): Ranges {
  return singles(kindsOfYear(years).flatMap((year) => monthsOf(months).map((month) => monthLength(year, month))));
}

export function singles(integers: readonly number[]): Ranges {
  return uniteAll(integers.map((integer) => [integer, integer]));
}
