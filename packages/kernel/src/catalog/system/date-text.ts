import { civilOf, daysOf, monthLength } from './civil.js';

/** Dates as YYYY-MM-DD of the years 0001 to 9999. */

/** The days from 1970-01-01 to the date that a text spells; undefined where it is no real date in that form. */
export function dayOfText(text: string): number | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (parts === null) return undefined;
  const [year = 0, month = 0, day = 0] = parts.slice(1).map(Number);
  const isReal = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= monthLength(year, month);
  return isReal ? daysOf({ year, month, day }) : undefined;
}

/** The date of a day of the calendar. */
export function textOfDay(days: number): string {
  const { year, month, day } = civilOf(days);
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
}

function padded(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}
