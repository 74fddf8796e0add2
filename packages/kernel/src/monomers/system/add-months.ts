import { type AbstractValue, NEVER, ofRanges, option } from '../../abstract/abstract.js';
import { pairsOf, within } from '../../abstract/arithmetic.js';
import { isSubset, type Pair, type Ranges, range, uniteAll } from '../../abstract/ranges.js';
import { INTEGER } from '../../types/domain.js';
import { add, type Int, maximum, minimum, subtract } from '../../types/integer.js';
import { NONE, OptionValue } from '../../values/value.js';
import { integerAt } from '../arguments.js';
import { linearFacts } from '../linear.js';
import { monomer } from '../monomer.js';
import { optionOf, overload } from '../overloads.js';
import { needs } from '../precondition.js';
import { boundsOf, rangesAt, whereSome } from '../views.js';
import { DIRECT } from '../work.js';
import { civilOf, DAY_MAX, DAY_MIN, dayAt, dayInMonth, MONTH_MAX, MONTH_MIN, monthOf, monthOfDay } from './civil.js';
import { laterFacts } from './month-facts.js';

/** The result is monotone in the day and in the number of months. */
export const addMonths = monomer({
  overloads: [overload({ n: INTEGER, months: INTEGER }, optionOf(INTEGER))],
  reference: (args) => {
    const days = dayAt(args, 0);
    if (days === undefined) return undefined;
    const start = civilOf(days);
    // A months argument that is no safe integer is rounded here, and the rounded one is far outside the calendar as well.
    const months = monthOf(start) + Number(integerAt(args, 1));
    if (months < MONTH_MIN || months > MONTH_MAX) return NONE;
    return new OptionValue(dayInMonth(months, start.day));
  },
  work: DIRECT,
  precondition: [needs.within(0, DAY_MIN, DAY_MAX)],
  few: 'bound',
  transfer: (args) => {
    const boxes = pairsOf(daysAt(args)).flatMap((days) => pairsOf(rangesAt(args, 1)).map((months) => [days, months] as const));
    const canBeNone = boxes.some(([days, months]) => !isSubset(monthsReached(days, months), range(MONTH_MIN, MONTH_MAX)));
    return option(canBeNone, ofRanges(uniteAll(boxes.flatMap(([days, months]) => daysReached(days, months)))));
  },
  related: null,
  refine: (result, args) => {
    const days = daysAt(args);
    if (days.length === 0) return [NEVER, NEVER];
    const remaining = whereSome(result, (some) =>
      fromReached(within(rangesAt([some], 0), DAY_MIN, DAY_MAX), days, rangesAt(args, 1)).map(ofRanges),
    );
    return remaining.length === 0 ? [ofRanges(days)] : remaining;
  },
  facts: null,
  linear: linearFacts(laterFacts),
  smt: null,
});

function daysAt(args: readonly AbstractValue[]): Ranges {
  return within(rangesAt(args, 0), DAY_MIN, DAY_MAX);
}

/** Returns the months of the results, including those outside the calendar. */
function monthsReached([from, to]: Pair, [least, greatest]: Pair): Ranges {
  return range(add(monthOfDay(Number(from)), least), add(monthOfDay(Number(to)), greatest));
}

/**
 * Returns the days of the results within the calendar: from the earliest day with the least months to the latest day with the
 * most months.
 */
function daysReached(days: Pair, months: Pair): readonly Pair[] {
  const reached = monthsReached(days, months);
  if (within(reached, MONTH_MIN, MONTH_MAX).length === 0) return [];
  const { lo, hi } = boundsOf(reached);
  const first = lo < MONTH_MIN ? DAY_MIN : dayInMonth(Number(lo), civilOf(Number(days[0])).day);
  const last = hi > MONTH_MAX ? DAY_MAX : dayInMonth(Number(hi), civilOf(Number(days[1])).day);
  return [[first, last]];
}

/** Returns the days and the numbers of months from which a result in `results` can be reached. */
function fromReached(results: Ranges, days: Ranges, months: Ranges): readonly Ranges[] {
  if (results.length === 0) return [[], []];
  const [result, day, month] = [boundsOf(results), boundsOf(days), boundsOf(months)];
  const [first, last] = [monthOfDay(Number(result.lo)), monthOfDay(Number(result.hi))];
  const starts = daysOfMonths(subtract(first, month.hi), subtract(last, month.lo));
  return [starts, range(subtract(first, monthOfDay(Number(day.hi))), subtract(last, monthOfDay(Number(day.lo))))];
}

/** Returns the days of all months from one to another, within the calendar. */
function daysOfMonths(from: Int, to: Int): Ranges {
  const first = maximum(from, MONTH_MIN);
  const last = minimum(to, MONTH_MAX);
  return first <= last ? range(dayInMonth(Number(first), 1), dayInMonth(Number(last), 31)) : [];
}
