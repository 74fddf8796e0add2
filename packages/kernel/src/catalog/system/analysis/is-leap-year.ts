import { boolean, ofRanges } from '../../../abstract/abstract.js';
import { within } from '../../../abstract/arithmetic.js';
import { isSubset } from '../../../abstract/ranges.js';
import type { Analysis } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { rangesAt } from '../../views.js';
import { isLeapYearNumber, YEAR_MAX, YEAR_MIN } from '../civil.js';
import { kindsOfYear, trimmed, YEARS } from './calendar.js';

export const isLeapYearAnalysis: Analysis = onReached({
  transfer: (args) => {
    const kinds = kindsOfYear(within(rangesAt(args, 0), YEAR_MIN, YEAR_MAX)).map(isLeapYearNumber);
    return boolean(kinds.includes(false), kinds.includes(true));
  },
  need: (args) => isSubset(rangesAt(args, 0), YEARS),
  refine: (result, args) => {
    const years = within(rangesAt(args, 0), YEAR_MIN, YEAR_MAX);
    if (result.kind !== 'boolean') throw new Error('the result is no boolean');
    return [ofRanges(trimmed(years, (year) => (isLeapYearNumber(year) ? result.canBeTrue : result.canBeFalse)))];
  },
});
