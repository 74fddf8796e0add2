import { type Abstract, ofRanges, record } from '../../../abstract/abstract.js';
import { pairsOf, within } from '../../../abstract/arithmetic.js';
import { isSubset, type Ranges, range, unite, uniteAll } from '../../../abstract/ranges.js';
import type { Analysis } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { rangesAt } from '../../views.js';
import { type Civil, civilOf, DAY_MAX, DAY_MIN, monthLength } from '../civil.js';
import { monthOf } from '../months.js';
import { DAYS, type Dates, daysOfDates, MONTHS } from './calendar.js';

export const civilFromDaysAnalysis: Analysis = onReached({
  transfer: (args) => {
    const { years, months, days } = projectionOf(within(rangesAt(args, 0), DAY_MIN, DAY_MAX));
    return record([
      { name: 'day', view: ofRanges(days) },
      { name: 'month', view: ofRanges(months) },
      { name: 'year', view: ofRanges(years) },
    ]);
  },
  need: (args) => isSubset(rangesAt(args, 0), DAYS),
  refine: (result) => {
    const field = (name: string, least: number, most: number) => within(fieldOf(result, name), least, most);
    const dates = { years: field('year', 1, 9999), months: field('month', 1, 12), days: field('day', 1, 31) };
    return [ofRanges(daysOfDates(dates))];
  },
});

function fieldOf(result: Abstract, name: string): Ranges {
  const view = result.kind === 'record' ? result.fields.find((field) => field.name === name)?.view : undefined;
  if (view === undefined) throw new Error(`the result has no field ${name}`);
  return rangesAt([view], 0);
}

/** Which years, months of the year and days of the month a set of days of the calendar meets, each by itself. */
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
      // of two months in a row one has 31 days
      return range(1, 31);
  }
}

/** Days of the month after that of a date. */
function lengthAfter({ year, month }: Civil): number {
  return month === 12 ? 31 : monthLength(year, month + 1);
}
