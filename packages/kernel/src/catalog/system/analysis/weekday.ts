import { ofRanges } from '../../../abstract/abstract.js';
import { within } from '../../../abstract/arithmetic.js';
import { contains, isSubset, uniteAll } from '../../../abstract/ranges.js';
import type { Analysis } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { rangesAt } from '../../views.js';
import { DAY_MAX, DAY_MIN, weekdayOf } from '../civil.js';
import { DAYS, leastOf, trimmed } from './calendar.js';

export const weekdayAnalysis: Analysis = onReached({
  transfer: (args) => {
    const weekdays = leastOf(within(rangesAt(args, 0), DAY_MIN, DAY_MAX)).map(weekdayOf);
    return ofRanges(uniteAll(weekdays.map((weekday) => [weekday, weekday])));
  },
  need: (args) => isSubset(rangesAt(args, 0), DAYS),
  refine: (result, args) => {
    const weekdays = rangesAt([result], 0);
    return [ofRanges(trimmed(within(rangesAt(args, 0), DAY_MIN, DAY_MAX), (day) => contains(weekdays, weekdayOf(day))))];
  },
});
