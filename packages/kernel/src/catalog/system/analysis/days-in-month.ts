import { type Abstract, ofRanges } from '../../../abstract/abstract.js';
import { within } from '../../../abstract/arithmetic.js';
import { contains, isSubset, type Ranges, uniteAll } from '../../../abstract/ranges.js';
import type { Analysis } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { rangesAt } from '../../views.js';
import { isLeapYearNumber, monthLength, YEAR_MAX, YEAR_MIN } from '../civil.js';
import { kindsOfYear, MONTHS, monthsOf, trimmed, YEARS } from './calendar.js';

export const daysInMonthAnalysis: Analysis = onReached({
  transfer: (args) => ofRanges(lengthsOf(yearsAt(args), monthsAt(args))),
  need: (args) => isSubset(rangesAt(args, 0), YEARS) && isSubset(rangesAt(args, 1), MONTHS),
  refine: (result, args) => {
    const lengths = rangesAt([result], 0);
    const [years, months] = [yearsAt(args), monthsAt(args)];
    const canBe = (year: number, month: number) => contains(lengths, monthLength(year, month));
    const kinds = kindsOfYear(years);
    const kept = monthsOf(months).filter((month) => kinds.some((year) => canBe(year, month)));
    const keptKinds = kinds.filter((year) => kept.some((month) => canBe(year, month))).map(isLeapYearNumber);
    return [ofRanges(trimmed(years, (year) => keptKinds.includes(isLeapYearNumber(year)))), ofRanges(singles(kept))];
  },
});

/** The lengths that the months of a set can have in the years of a set. */
export function lengthsOf(years: Ranges, months: Ranges): Ranges {
  return singles(kindsOfYear(years).flatMap((year) => monthsOf(months).map((month) => monthLength(year, month))));
}

function yearsAt(args: readonly Abstract[]): Ranges {
  return within(rangesAt(args, 0), YEAR_MIN, YEAR_MAX);
}

function monthsAt(args: readonly Abstract[]): Ranges {
  return within(rangesAt(args, 1), 1, 12);
}

function singles(integers: readonly number[]): Ranges {
  return uniteAll(integers.map((integer) => [integer, integer]));
}
