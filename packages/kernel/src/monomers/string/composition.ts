import {
  type AbstractSequence,
  type AbstractValue,
  type Characters,
  itemsOf,
  NEVER,
  sequence,
  texts,
  uniteCharacters,
} from '../../abstract/abstract.js';
import { within } from '../../abstract/arithmetic.js';
import { minus, plus } from '../../abstract/polynomial.js';
import { highest, lowest } from '../../abstract/ranges.js';
import { LIST_LENGTH, TEXT_LENGTH } from '../../limits.js';
import { JOINED_FORM } from '../../smt-lib/forms.js';
import { INTEGER, TEXT } from '../../types/domain.js';
import { codePointLength } from '../../values/text.js';
import { integerWithin, textAt, textsAt } from '../arguments.js';
import { besides, cannotStandIn, ofBoth } from '../characters.js';
import { equality, ofLength } from '../linear.js';
import { sumOfLengthsFacts } from '../measures.js';
import { monomer } from '../monomer.js';
import { listOf, overload } from '../overloads.js';
import { needs } from '../precondition.js';
import { lengthOf } from '../relation.js';
import { atMostFact, rangesAt, sequenceViewAt, textViewAt } from '../views.js';
import { before, countOf, elementsOf, READS, SEARCHES, sizeOf } from '../work.js';
import { occurrences } from './search.js';

/** CONCAT, JOIN_TEXT, SPLIT, REPLACE and PAD_START. */

export const concat = monomer({
  overloads: [overload({ a: TEXT, b: TEXT }, TEXT)],
  reference: (args) => {
    const [a, b] = [textAt(args, 0), textAt(args, 1)];
    return codePointLength(a) + codePointLength(b) <= TEXT_LENGTH ? a + b : undefined;
  },
  work: READS,
  precondition: [needs.sumAtMost([lengthOf(0), lengthOf(1)], TEXT_LENGTH)],
  few: 'run',
  transfer: (args) => {
    const [a, b] = [textViewAt(args, 0), textViewAt(args, 1)];
    return texts(a.lo + b.lo, Math.min(a.hi + b.hi, TEXT_LENGTH), ofBoth(a, b));
  },
  related: null,
  refine: (result, args) => [operand(result, args, 1), operand(result, args, 0)],
  facts: sumOfLengthsFacts,
  linear: ofLength((at) => plus(at.length(0), at.length(1))),
  smt: JOINED_FORM,
});

/** Returns the texts that, together with the other operand, can give a text of the result's length and characters. */
function operand(result: AbstractValue, args: readonly AbstractValue[], other: number): AbstractValue {
  const whole = textViewAt([result], 0);
  const rest = textViewAt(args, other);
  return texts(Math.max(whole.lo - rest.hi, 0), whole.hi - rest.lo, whole.characters);
}

/** The length of the result is the sum of the texts' lengths and of the separators between them. */
export const joinText = monomer({
  overloads: [overload({ texts: listOf(TEXT), separator: TEXT }, TEXT)],
  reference: (args) => {
    const parts = textsAt(args, 0);
    const separator = textAt(args, 1);
    // The length is computed before the text is built: a list may hold one long text thousands of times.
    const between = Math.max(parts.length - 1, 0) * codePointLength(separator);
    const length = parts.reduce((sum, text) => sum + codePointLength(text), between);
    return length <= TEXT_LENGTH ? parts.join(separator) : undefined;
  },
  work: before(([xs, separator], meter) => elementsOf(xs, meter) + Math.min(sizeOf(xs) * sizeOf(separator), TEXT_LENGTH)),
  precondition: [needs.tested((args) => joinedLengths(args).hi <= TEXT_LENGTH)],
  few: 'run',
  transfer: (args) => {
    const { lo, hi } = joinedLengths(args);
    return texts(lo, Math.min(hi, TEXT_LENGTH), joinedCharacters(args));
  },
  related: null,
  refine: null,
  facts: null,
  linear: null,
  smt: null,
});

/** Returns the characters of the texts, and of the separator if there are two texts or more. */
function joinedCharacters(args: readonly AbstractValue[]): Characters {
  const { hi, element } = sequenceViewAt(args, 0);
  if (hi === 0) return [];
  const each = textViewAt([element], 0);
  return hi === 1 ? each.characters : ofBoth(each, textViewAt(args, 1));
}

interface Lengths {
  readonly lo: number;
  readonly hi: number;
}

function joinedLengths(args: readonly AbstractValue[]): Lengths {
  const view = sequenceViewAt(args, 0);
  const separator = textViewAt(args, 1);
  const { lo, hi } = totalOf(view);
  return { lo: lo + Math.max(view.lo - 1, 0) * separator.lo, hi: hi + Math.max(view.hi - 1, 0) * separator.hi };
}

/**
 * Returns the total length of the texts without separators. It is a safe integer even for 65,536 texts of 1,048,576 code points.
 */
function totalOf({ lo, hi, items, element }: AbstractSequence): Lengths {
  if (hi === 0) return { lo: 0, hi: 0 };
  if (items === null) {
    const each = textViewAt([element], 0);
    return { lo: lo * each.lo, hi: hi * each.hi };
  }
  const lengths = items.map((_, index) => textViewAt(items, index));
  return lengths.reduce((sum: Lengths, each) => ({ lo: sum.lo + each.lo, hi: sum.hi + each.hi }), { lo: 0, hi: 0 });
}

export const split = monomer({
  overloads: [overload({ text: TEXT, separator: TEXT }, listOf(TEXT))],
  reference: (args) => {
    const [text, separator] = [textAt(args, 0), textAt(args, 1)];
    if (separator === '') return undefined;
    const found = occurrences(text, separator, LIST_LENGTH);
    if (found.length === LIST_LENGTH) return undefined;
    const starts = [0, ...found.map((at) => at + separator.length)];
    return starts.map((start, part) => text.slice(start, found[part]));
  },
  work: SEARCHES,
  precondition: [
    needs.within(lengthOf(1), 1, null),
    needs.tested((args) => mostParts(textViewAt(args, 0).hi, textViewAt(args, 1).lo) <= LIST_LENGTH),
  ],
  few: 'run',
  transfer: (args) => {
    const [text, separator] = [textViewAt(args, 0), textViewAt(args, 1)];
    if (separator.hi === 0) return NEVER;
    if (separator.lo > text.hi || cannotStandIn(separator, text)) return itemsOf('list', [text]);
    return sequence('list', 1, Math.min(mostParts(text.hi, separator.lo), LIST_LENGTH), texts(0, text.hi, besides(text, separator)));
  },
  related: null,
  // The text is either the only part, or longer than its parts together.
  refine: (result, args) => {
    const [text, separator] = [textViewAt(args, 0), textViewAt(args, 1)];
    const parts = sequenceViewAt([result], 0);
    if (parts.hi === 0) return [NEVER];
    const length = (parts.lo - 1) * Math.max(separator.lo, 1);
    return [texts(Math.max(length, 0), text.hi, ofBoth(textViewAt([parts.element], 0), separator))];
  },
  facts: null,
  linear: null,
  smt: null,
});

/** Returns one more than the maximal number of separators, which do not overlap. */
function mostParts(text: number, separator: number): number {
  return Math.floor(text / Math.max(separator, 1)) + 1;
}

export const replace = monomer({
  overloads: [overload({ text: TEXT, from: TEXT, to: TEXT }, TEXT)],
  reference: (args) => {
    const [text, from, to] = [textAt(args, 0), textAt(args, 1), textAt(args, 2)];
    if (from === '') return undefined;
    const found = occurrences(text, from, text.length);
    const growth = codePointLength(to) - codePointLength(from);
    if (codePointLength(text) + growth * found.length > TEXT_LENGTH) return undefined;
    const starts = [0, ...found.map((at) => at + from.length)];
    return starts.map((start, part) => text.slice(start, found[part])).join(to);
  },
  work: SEARCHES,
  precondition: [needs.within(lengthOf(1), 1, null), needs.tested((args) => longest(args) <= TEXT_LENGTH)],
  few: 'run',
  transfer: (args) => {
    const [text, from, to] = [textViewAt(args, 0), textViewAt(args, 1), textViewAt(args, 2)];
    if (from.hi === 0) return NEVER;
    const characters = uniteCharacters(besides(text, from), to.characters);
    return texts(shortest(args), Math.min(longest(args), TEXT_LENGTH), characters);
  },
  related: null,
  refine: null,
  facts: null,
  linear: null,
  smt: null,
});

/**
 * Returns the greatest length. Each occurrence adds at most the excess of `to` over `from`, and there are at most length / `from`
 * occurrences.
 */
function longest(args: readonly AbstractValue[]): number {
  const { hi } = textViewAt(args, 0);
  const from = Math.max(textViewAt(args, 1).lo, 1);
  const growth = textViewAt(args, 2).hi - from;
  return growth > 0 ? hi + Math.floor(hi / from) * growth : hi;
}

/**
 * Returns the least length. It equals the text's if no replacement is shorter; otherwise the whole text may consist of replaced
 * parts.
 */
function shortest(args: readonly AbstractValue[]): number {
  const { lo } = textViewAt(args, 0);
  const from = textViewAt(args, 1).hi;
  const to = textViewAt(args, 2).lo;
  return to >= from ? lo : Math.min(lo, Math.floor(lo / from) * to);
}

/** The length of the result is the greater of the text's length and n. */
export const padStart = monomer({
  overloads: [overload({ text: TEXT, n: INTEGER, fill: TEXT }, TEXT)],
  reference: (args) => {
    const text = textAt(args, 0);
    const n = integerWithin(args, 1, 0, TEXT_LENGTH);
    const fill = textAt(args, 2);
    if (n === undefined || codePointLength(fill) !== 1) return undefined;
    return fill.repeat(Math.max(n - codePointLength(text), 0)) + text;
  },
  work: before(([text, n]) => sizeOf(text) + countOf(n, TEXT_LENGTH)),
  precondition: [needs.within(1, 0, TEXT_LENGTH), needs.within(lengthOf(2), 1, 1)],
  few: 'bound',
  transfer: (args) => {
    const text = textViewAt(args, 0);
    const lengths = within(rangesAt(args, 1), 0, TEXT_LENGTH);
    if (lengths.length === 0) return NEVER;
    const [least, most] = [Number(lowest(lengths)), Number(highest(lengths))];
    return texts(Math.max(text.lo, least), Math.max(text.hi, most), ofBoth(text, textViewAt(args, 2)));
  },
  related: null,
  refine: null,
  facts: () => [atMostFact(lengthOf(0), 'length of result'), atMostFact(1, 'length of result')],
  linear: {
    result: null,
    facts: (at) => [
      equality(minus(at.resultLength, at.value(1)), at.beyondLength(1)),
      equality(minus(at.resultLength, at.length(0)), at.withinLength(1)),
    ],
  },
  smt: null,
});
