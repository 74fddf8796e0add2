import type { PieceSource } from './piece.js';

/** The Gregorian calendar of the years 1 to 9999, in days since 1970-01-01 (H. Hinnant's algorithms). */
export const CALENDAR = {
  isLeapYear: {
    code: `
function isLeapYear(year«: number»)«: boolean» {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}`,
  },
  daysInMonth: {
    uses: ['isLeapYear'],
    code: `
function daysInMonth(year«: number», month«: number»)«: number» {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}`,
  },
  daysFromCivil: {
    code: `
function daysFromCivil(year«: number», month«: number», day«: number»)«: number» {
  // Years begin in March, so that the leap day is the last of its year.
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}`,
  },
  civilFromDays: {
    code: `
function civilFromDays(days«: number»)«: { readonly day: number; readonly month: number; readonly year: number }» {
  const shifted = days + 719468;
  const era = Math.floor(shifted / 146097);
  const dayOfEra = shifted - era * 146097;
  const leapDays = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36524) + Math.floor(dayOfEra / 146096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = ((fromMarch + 2) % 12) + 1;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return { day: dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1, month, year };
}`,
  },
  weekdayOf: {
    code: `
/** Monday is 1. */
function weekdayOf(days«: number»)«: number» {
  return days + 4 - 7 * Math.floor((days + 3) / 7);
}`,
  },
  addMonths: {
    uses: ['civilFromDays', 'daysFromCivil', 'daysInMonth'],
    code: `
/** Adds months: the same day of the month, or its last day; null outside the calendar. */
function addMonths(days«: number», months«: number»)«: number | null» {
  const start = civilFromDays(days);
  const total = 12 * start.year + start.month - 1 + months;
  if (total < 12 || total > 12 * 9999 + 11) return null;
  const year = Math.floor(total / 12);
  const month = total - 12 * year + 1;
  return daysFromCivil(year, month, Math.min(start.day, daysInMonth(year, month)));
}`,
  },
  parseDate: {
    uses: ['daysFromCivil', 'daysInMonth'],
    code: `
/** Reads a real date of the form YYYY-MM-DD; null for any other text. */
function parseDate(text«: string»)«: number | null» {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return null;
  const [year, month, day] = text.split('-').map(Number)« as [number, number, number]»;
  const isReal = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  return isReal ? daysFromCivil(year, month, day) : null;
}`,
  },
  formatDate: {
    uses: ['civilFromDays'],
    code: `
function formatDate(days«: number»)«: string» {
  const { year, month, day } = civilFromDays(days);
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
}`,
  },
} as const satisfies Record<string, PieceSource>;
