import { type Abstract, ofRanges } from '../../../abstract/abstract.js';
import { within } from '../../../abstract/arithmetic.js';
import { highest, isSubset, lowest } from '../../../abstract/ranges.js';
import type { Int } from '../../../types/integer.js';
import { exactOnFew } from '../../exact.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { boundsAt, differenceWithin, rangesAt } from '../../views.js';
import { daysOf, YEAR_MAX, YEAR_MIN } from '../civil.js';
import { DAYS, type Dates, daysOfDates, MONTHS, YEARS } from './calendar.js';
import { projectionOf } from './civil-from-days.js';
import { lengthsOf } from './days-in-month.js';

export function daysFromCivilAnalysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(
    reference,
    onReached({
      transfer: (args) => ofRanges(daysOfDates(datesAt(args))),
      need: (args) => {
        const { years, months } = datesAt(args);
        const day = boundsAt(args, 2);
        const areMonths = isSubset(rangesAt(args, 0), YEARS) && isSubset(rangesAt(args, 1), MONTHS);
        return areMonths && day.lo >= 1 && day.hi <= lowest(lengthsOf(years, months));
      },
      refine: (result) => {
        const days = projectionOf(within(rangesAt([result], 0), lowest(DAYS), highest(DAYS)));
        return [days.years, days.months, days.days].map(ofRanges);
      },
      // what a date is after the last day before its month is its day
      facts: (args) => {
        const { years, months } = datesAt(args);
        if (years.length === 0 || months.length === 0) return [];
        return differenceWithin('result', 2, {
          lo: lastDayBefore(lowest(years), lowest(months)),
          hi: lastDayBefore(highest(years), highest(months)),
        });
      },
    }),
  );
}

function lastDayBefore(year: Int, month: Int): number {
  return daysOf({ year: Number(year), month: Number(month), day: 1 }) - 1;
}

/** The dates that the arguments can be, real or not. */
function datesAt(args: readonly Abstract[]): Dates {
  return { years: within(rangesAt(args, 0), YEAR_MIN, YEAR_MAX), months: within(rangesAt(args, 1), 1, 12), days: rangesAt(args, 2) };
}
