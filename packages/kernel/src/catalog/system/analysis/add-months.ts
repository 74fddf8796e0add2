import { NEVER, ofRanges, option } from '../../../abstract/abstract.js';
import { type Pair, pairsOf, within } from '../../../abstract/arithmetic.js';
import { isSubset, type Ranges, range, uniteAll } from '../../../abstract/ranges.js';
import { add, type Int, maximum, minimum, subtract } from '../../../types/integer.js';
import { whereSome } from '../../contents.js';
import type { Analysis } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { boundsOf, rangesAt } from '../../views.js';
import { civilOf, DAY_MAX, DAY_MIN } from '../civil.js';
import { dayInMonth, MONTH_MAX, MONTH_MIN, monthOfDay } from '../months.js';
import { DAYS } from './calendar.js';

/** A later day, or more months, never give an earlier day. */
export const addMonthsAnalysis: Analysis = onReached({
  transfer: (args) => {
    const boxes = pairsOf(daysAt(args)).flatMap((days) => pairsOf(rangesAt(args, 1)).map((months) => [days, months] as const));
    const canBeNone = boxes.some(([days, months]) => !isSubset(monthsReached(days, months), range(MONTH_MIN, MONTH_MAX)));
    return option(canBeNone, ofRanges(uniteAll(boxes.flatMap(([days, months]) => daysReached(days, months)))));
  },
  need: (args) => isSubset(rangesAt(args, 0), DAYS),
  refine: (result, args) => {
    const days = daysAt(args);
    if (days.length === 0) return [NEVER, NEVER];
    const remaining = whereSome(result, (some) =>
      fromReached(within(rangesAt([some], 0), DAY_MIN, DAY_MAX), days, rangesAt(args, 1)).map(ofRanges),
    );
    return remaining.length === 0 ? [ofRanges(days)] : remaining;
  },
});

function daysAt(args: Parameters<Analysis['transfer']>[0]): Ranges {
  return within(rangesAt(args, 0), DAY_MIN, DAY_MAX);
}

/** The months that the results are in, those outside the calendar included. */
function monthsReached([from, to]: Pair, [least, greatest]: Pair): Ranges {
  return range(add(monthOfDay(Number(from)), least), add(monthOfDay(Number(to)), greatest));
}

/** The days that are results: from the earliest day at the least months to the latest at the most, as far as the calendar goes. */
function daysReached(days: Pair, months: Pair): readonly Pair[] {
  const reached = monthsReached(days, months);
  if (within(reached, MONTH_MIN, MONTH_MAX).length === 0) return [];
  const { lo, hi } = boundsOf(reached);
  const first = lo < MONTH_MIN ? DAY_MIN : dayInMonth(Number(lo), civilOf(Number(days[0])).day);
  const last = hi > MONTH_MAX ? DAY_MAX : dayInMonth(Number(hi), civilOf(Number(days[1])).day);
  return [[first, last]];
}

/** The days and the numbers of months from which a result among `results` can be reached. */
function fromReached(results: Ranges, days: Ranges, months: Ranges): readonly Ranges[] {
  if (results.length === 0) return [[], []];
  const [result, day, month] = [boundsOf(results), boundsOf(days), boundsOf(months)];
  const [first, last] = [monthOfDay(Number(result.lo)), monthOfDay(Number(result.hi))];
  const starts = daysOfMonths(subtract(first, month.hi), subtract(last, month.lo));
  return [starts, range(subtract(first, monthOfDay(Number(day.hi))), subtract(last, monthOfDay(Number(day.lo))))];
}

/** The days of all months from one to another, as far as the calendar goes. */
function daysOfMonths(from: Int, to: Int): Ranges {
  const first = maximum(from, MONTH_MIN);
  const last = minimum(to, MONTH_MAX);
  return first <= last ? range(dayInMonth(Number(first), 1), dayInMonth(Number(last), 31)) : [];
}
