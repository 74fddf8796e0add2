import { INTEGER } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { integerWithin } from '../arguments.js';
import type { TypeScheme } from '../overloads.js';

/** The proleptic Gregorian calendar of the years 1 to 9999, in days since 1970-01-01. */

export const YEAR_MIN = 1;
export const YEAR_MAX = 9999;
/** 0001-01-01 */
export const DAY_MIN = -719_162;
/** 9999-12-31 */
export const DAY_MAX = 2_932_896;

/** The type of a date as a record; fields are sorted by name. */
export const DATE: TypeScheme = {
  kind: 'record',
  fields: [
    { name: 'day', type: INTEGER },
    { name: 'month', type: INTEGER },
    { name: 'year', type: INTEGER },
  ],
};

export interface Civil {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The days of 400 years, the period of the calendar. */
const ERA = 146_097;
/** Days from 0000-03-01, the origin of the computation, to 1970-01-01. */
const EPOCH = 719_468;

/**
 * Returns the day number of a real date of the years 1 to 9999. Source: H. Hinnant, "chrono-Compatible Low-Level Date
 * Algorithms", days_from_civil.
 */
export function daysOf({ year, month, day }: Civil): number {
  // Years begin in March, so that the leap day is the last day of its year.
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * ERA + dayOfEra - EPOCH;
}

/** Returns the date of a day from {@link DAY_MIN} to {@link DAY_MAX}. Source: H. Hinnant, the same, civil_from_days. */
export function civilOf(days: number): Civil {
  const shifted = days + EPOCH;
  const era = Math.floor(shifted / ERA);
  const dayOfEra = shifted - era * ERA;
  const leapDays = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = ((monthFromMarch + 2) % 12) + 1;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  };
}

export function isLeapYearNumber(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Returns the length in days of a month from 1 to 12. */
export function monthLength(year: number, month: number): number {
  if (month === 2) return isLeapYearNumber(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Returns the day of the week in the numbering of ISO 8601: Monday is 1. 1970-01-01 was a Thursday. */
export function weekdayOf(days: number): number {
  return days + 3 - 7 * Math.floor((days + 3) / 7) + 1;
}

/** Returns the argument if it is a day of the calendar; otherwise `undefined`. */
export function dayAt(args: readonly Value[], position: number): number | undefined {
  return integerWithin(args, position, DAY_MIN, DAY_MAX);
}

/** Returns the argument if it is a year of the calendar; otherwise `undefined`. */
export function yearAt(args: readonly Value[], position: number): number | undefined {
  return integerWithin(args, position, YEAR_MIN, YEAR_MAX);
}

/** Months are counted from January of the year 0. */
export const MONTH_MIN = 12 * YEAR_MIN;
export const MONTH_MAX = 12 * YEAR_MAX + 11;

/** Returns the month of a date, counted from January of the year 0. */
export function monthOf({ year, month }: Civil): number {
  return 12 * year + (month - 1);
}

/** Returns the month of a day of the calendar. */
export function monthOfDay(days: number): number {
  return monthOf(civilOf(days));
}

/** Returns the day number of `day` in a month of the calendar, or of the last day of that month if it is shorter. */
export function dayInMonth(months: number, day: number): number {
  const year = Math.floor(months / 12);
  const month = months - year * 12 + 1;
  return daysOf({ year, month, day: Math.min(day, monthLength(year, month)) });
}

/** Returns the days from 1970-01-01 to the date of a text; `undefined` if it is no real date in that form. */
export function dayOfText(text: string): number | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (parts === null) return undefined;
  const [year = 0, month = 0, day = 0] = parts.slice(1).map(Number);
  const isReal = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= monthLength(year, month);
  return isReal ? daysOf({ year, month, day }) : undefined;
}

/** Returns the text of a day of the calendar. */
export function textOfDay(days: number): string {
  const { year, month, day } = civilOf(days);
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
}

function padded(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}
