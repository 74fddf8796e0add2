import { type AbstractValue, ofRanges, record } from '../../abstract/abstract.js';
import { pairsOf, within } from '../../abstract/arithmetic.js';
import { highest, lowest, type Ranges, range, unite, uniteAll } from '../../abstract/ranges.js';
import { INTEGER } from '../../types/domain.js';
import type { Int } from '../../types/integer.js';
import { RecordValue } from '../../values/value.js';
import { integerWithin } from '../arguments.js';
import { order } from '../linear.js';
import { monomer } from '../monomer.js';
import { overload } from '../overloads.js';
import { needs } from '../precondition.js';
import { differenceWithin, rangesAt } from '../views.js';
import { DIRECT } from '../work.js';
import { type Dates, daysOfDates, lengthsOf, MONTHS } from './calendar.js';
import { type Civil, civilOf, DATE, DAY_MAX, DAY_MIN, dayAt, daysOf, monthLength, monthOf, YEAR_MAX, YEAR_MIN, yearAt } from './civil.js';
import { dateFacts, dayFacts } from './month-facts.js';

/** DAYS_FROM_CIVIL and CIVIL_FROM_DAYS. */

/** The position of the month's length, after the arguments of DAYS_FROM_CIVIL. */
const MONTH_LENGTH = 3;

export const daysFromCivil = monomer({
  overloads: [overload({ year: INTEGER, month: INTEGER, day: INTEGER }, INTEGER)],
  reference: (args) => {
    const year = yearAt(args, 0);
    const month = integerWithin(args, 1, 1, 12);
    if (year === undefined || month === undefined) return undefined;
    const day = integerWithin(args, 2, 1, monthLength(year, month));
    return day === undefined ? undefined : daysOf({ year, month, day });
  },
  work: DIRECT,
  precondition: [
    needs.within(0, YEAR_MIN, YEAR_MAX),
    needs.within(1, 1, 12),
    needs.within(2, 1, null),
    needs.tested((args, relations) => {
      const { years, months, days } = datesAt(args);
      return highest(days) <= lowest(lengthsOf(years, months)) || isNoMore(relations.difference(2, MONTH_LENGTH));
    }),
  ],
  few: 'run',
  transfer: (args) => ofRanges(daysOfDates(datesAt(args))),
  related: null,
  refine: (result) => {
    const { years, months, days } = projectionOf(within(rangesAt([result], 0), DAY_MIN, DAY_MAX));
    return [years, months, days].map(ofRanges);
  },
  // The day number minus the day of the month is the last day before the month.
  facts: (args) => {
    const { years, months } = datesAt(args);
    if (years.length === 0 || months.length === 0) return [];
    return differenceWithin('result', 2, {
      lo: lastDayBefore(lowest(years), lowest(months)),
      hi: lastDayBefore(highest(years), highest(months)),
    });
  },
  // The first day of the month plus the day less 1 ascends with each argument, also for days that the month lacks.
  linear: { result: { is: 'day' }, facts: dayFacts, orders: [order(['^', null], ['^', null], ['^', null])] },
  smt: null,
});

function isNoMore(difference: Int | undefined): boolean {
  return difference !== undefined && difference <= 0;
}

function lastDayBefore(year: Int, month: Int): number {
  return daysOf({ year: Number(year), month: Number(month), day: 1 }) - 1;
}

/** Returns the possible dates of the arguments, whether they are real or not. */
function datesAt(args: readonly AbstractValue[]): Dates {
  return { years: within(rangesAt(args, 0), YEAR_MIN, YEAR_MAX), months: within(rangesAt(args, 1), 1, 12), days: rangesAt(args, 2) };
}

export const civilFromDays = monomer({
  overloads: [overload({ n: INTEGER }, DATE)],
  reference: (args) => {
    const days = dayAt(args, 0);
    if (days === undefined) return undefined;
    const { year, month, day } = civilOf(days);
    return new RecordValue(
      new Map([
        ['day', day],
        ['month', month],
        ['year', year],
      ]),
    );
  },
  work: DIRECT,
  precondition: [needs.within(0, DAY_MIN, DAY_MAX)],
  few: 'bound',
  transfer: (args) => {
    const { years, months, days } = projectionOf(within(rangesAt(args, 0), DAY_MIN, DAY_MAX));
    return record([
      { name: 'day', view: ofRanges(days) },
      { name: 'month', view: ofRanges(months) },
      { name: 'year', view: ofRanges(years) },
    ]);
  },
  related: null,
  refine: (result) => {
    const field = (name: string, least: number, most: number) => within(fieldOf(result, name), least, most);
    const dates = { years: field('year', 1, 9999), months: field('month', 1, 12), days: field('day', 1, 31) };
    return [ofRanges(daysOfDates(dates))];
  },
  facts: null,
  linear: { result: { is: 'date' }, facts: dateFacts },
  smt: null,
});

function fieldOf(result: AbstractValue, name: string): Ranges {
  const view = result.kind === 'record' ? result.fields.find((field) => field.name === name)?.view : undefined;
  if (view === undefined) throw new Error(`the result has no field ${name}`);
  return rangesAt([view], 0);
}

/**
 * Returns the years, the months of the year and the days of the month that occur in a set of days of the calendar. Each is a
 * separate set.
 */
export function projectionOf(days: Ranges): Dates {
  const spans = pairsOf(days).map(([lo, hi]) => [civilOf(Number(lo)), civilOf(Number(hi))] as const);
  return {
    years: uniteAll(spans.map(([first, last]) => [first.year, last.year])),
    months: spans.map(([first, last]) => monthsBetween(first, last)).reduce(unite, []),
    days: spans.map(([first, last]) => daysBetween(first, last)).reduce(unite, []),
  };
}

function monthsBetween(first: Civil, last: Civil): Ranges {
  switch (last.year - first.year) {
    case 0:
      return range(first.month, last.month);
    case 1:
      return unite(range(1, last.month), range(first.month, 12));
    default:
      return MONTHS;
  }
}

function daysBetween(first: Civil, last: Civil): Ranges {
  const ends = unite(range(1, last.day), range(first.day, monthLength(first.year, first.month)));
  switch (monthOf(last) - monthOf(first)) {
    case 0:
      return range(first.day, last.day);
    case 1:
      return ends;
    case 2:
      return unite(ends, range(1, lengthAfter(first)));
    default:
      // At least one of two consecutive months has 31 days.
      return range(1, 31);
  }
}

/** Returns the length of the month after that of a date. */
function lengthAfter({ year, month }: Civil): number {
  return month === 12 ? 31 : monthLength(year, month + 1);
}
