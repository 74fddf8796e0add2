import { type Civil, civilOf, daysOf, monthLength, YEAR_MAX, YEAR_MIN } from './civil.js';

/** Months counted on from January of the year 0. */

export const MONTH_MIN = 12 * YEAR_MIN;
export const MONTH_MAX = 12 * YEAR_MAX + 11;

/** The month of a date. */
export function monthOf({ year, month }: Civil): number {
  return 12 * year + (month - 1);
}

/** The month of a day of the calendar. */
export function monthOfDay(days: number): number {
  return monthOf(civilOf(days));
}

/** The day that is `day` of a month of the calendar, or the last of that month where there is none. */
export function dayInMonth(months: number, day: number): number {
  const year = Math.floor(months / 12);
  const month = months - year * 12 + 1;
  return daysOf({ year, month, day: Math.min(day, monthLength(year, month)) });
}
