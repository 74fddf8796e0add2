import { type Characters, meetCharacters, NEVER, ofRanges, option, texts } from '../../abstract/abstract.js';
import { atLeast, pairsOf } from '../../abstract/arithmetic.js';
import { contains, isSubset, lowest, type Pair, type Ranges, uniteAll } from '../../abstract/ranges.js';
import { TEXT_LENGTH } from '../../limits.js';
import { INTEGER, TEXT } from '../../types/domain.js';
import { fitsInt64, INT64_MAX, INT64_MIN, type Int, maximum, minimum, negate, parseInteger } from '../../types/integer.js';
import { NONE, OptionValue } from '../../values/value.js';
import { integerAt, textAt } from '../arguments.js';
import { monomer } from '../monomer.js';
import { optionOf, overload } from '../overloads.js';
import { rangesAt, textViewAt, whereSome } from '../views.js';
import { DIRECT, READS } from '../work.js';

/** PARSE_INT and FORMAT_INT. */

/**
 * The length of a text bounds the digits of the integer that it spells. The text is at least as long as the integer's shortest
 * form.
 */
export const parseInt = monomer({
  overloads: [overload({ text: TEXT }, optionOf(INTEGER))],
  reference: (args) => {
    const integer = decimalOf(textAt(args, 0));
    return integer === undefined ? NONE : new OptionValue(integer);
  },
  work: READS,
  precondition: null,
  few: 'run',
  transfer: (args) => {
    const text = textViewAt(args, 0);
    const characters = text.characters;
    if (meetCharacters(characters, DECIMAL_DIGITS).length === 0) return option(true, NEVER);
    const spelled = spelledWithin(text.hi);
    const isSpelled = text.lo > 0 && text.hi < DIGITS && isSubset(characters, DECIMAL_DIGITS);
    return option(!isSpelled, ofRanges(contains(characters, MINUS) ? spelled : atLeast(spelled, 0)));
  },
  related: null,
  refine: (result) => whereSome(result, (some) => [texts(lengthsOfForms(rangesAt([some], 0)).lo, TEXT_LENGTH, SIGNED)]),
  facts: null,
  linear: null,
  smt: null,
});

export const formatInt = monomer({
  overloads: [overload({ n: INTEGER }, TEXT)],
  reference: (args) => String(integerAt(args, 0)),
  work: DIRECT,
  precondition: null,
  few: 'run',
  transfer: (args) => {
    const integers = rangesAt(args, 0);
    const { lo, hi } = lengthsOfForms(integers);
    return texts(lo, hi, lowest(integers) < 0 ? SIGNED : DECIMAL_DIGITS);
  },
  related: null,
  refine: (result) => {
    const text = textViewAt([result], 0);
    if (text.values !== null) return [ofRanges(spelledBy(text.values))];
    const integers = withFormLengths(text);
    return [ofRanges(contains(text.characters, MINUS) ? integers : atLeast(integers, 0))];
  },
  facts: null,
  linear: null,
  smt: null,
});

const MINUS = 0x2d;
const DECIMAL_DIGITS: Characters = [0x30, 0x39];
const SIGNED: Characters = [MINUS, MINUS, 0x30, 0x39];

/** Digits of the greatest 64-bit integer; a number with more digits, not counting leading zeros, never fits. */
const DIGITS = 19;

/** Returns the 64-bit integer that a text spells: an optional minus, then ASCII digits; `undefined` for any other text. */
function decimalOf(text: string): Int | undefined {
  const start = text.startsWith('-') ? 1 : 0;
  if (start === text.length || !areDigits(text, start)) return undefined;
  let first = start;
  while (first < text.length - 1 && text.charAt(first) === '0') first += 1;
  if (text.length - first > DIGITS) return undefined;
  const integer = parseInteger((start === 1 ? '-' : '') + text.slice(first));
  return fitsInt64(integer) ? integer : undefined;
}

function areDigits(text: string, start: number): boolean {
  for (let i = start; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x30 || unit > 0x39) return false;
  }
  return true;
}

function spelledBy(forms: readonly string[]) {
  return uniteAll(
    forms.flatMap((form) => {
      const integer = decimalOf(form);
      return integer === undefined ? [] : [[integer, integer] as const];
    }),
  );
}

/** Characters of the least 64-bit integer; no shortest form is longer. */
const MAX_CHARACTERS = 20;

export interface Lengths {
  readonly lo: number;
  readonly hi: number;
}

/** Returns the lengths of the shortest decimal forms of a set of integers, which is not empty. */
export function lengthsOfForms(integers: Ranges): Lengths {
  const lengths = pairsOf(integers).flatMap(lengthsAtEnds);
  return { lo: Math.min(...lengths), hi: Math.max(...lengths) };
}

/** Forms become longer with the distance from 0 on either side; a minus counts as a character. */
function lengthsAtEnds([lo, hi]: Pair): readonly number[] {
  const negative = lo < 0 ? [lo, minimum(hi, -1)] : [];
  const natural = hi >= 0 ? [maximum(lo, 0), hi] : [];
  return [...negative, ...natural].map((integer) => String(integer).length);
}

/** Returns the 64-bit integers that texts of up to `most` characters spell, with or without leading zeros. */
function spelledWithin(most: number): Ranges {
  return most < 1 ? [] : [maximum(negate(greatestOf(most - 1)), INT64_MIN), minimum(greatestOf(most), INT64_MAX)];
}

/** Returns the 64-bit integers whose shortest form has lo..hi characters. */
function withFormLengths({ lo, hi }: Lengths): Ranges {
  if (hi < 1) return [];
  const natural: Pair = [leastOf(lo), minimum(greatestOf(hi), INT64_MAX)];
  const negative: Pair = [maximum(negate(greatestOf(hi - 1)), INT64_MIN), negate(maximum(leastOf(lo - 1), 1))];
  return uniteAll([natural, negative].filter(([least, greatest]) => least <= greatest));
}

/**
 * Returns the least natural number with this number of digits. For numbers beyond 64 bits, returns one that is too great for 64
 * bits.
 */
function leastOf(digits: number): Int {
  return digits <= 1 ? 0 : parseInteger(`1${'0'.repeat(Math.min(digits, MAX_CHARACTERS) - 1)}`);
}

/**
 * Returns the greatest natural number with up to this number of digits; 0 for no digits. For numbers beyond 64 bits, returns one
 * that is too great for 64 bits.
 */
function greatestOf(digits: number): Int {
  return digits < 1 ? 0 : parseInteger('9'.repeat(Math.min(digits, MAX_CHARACTERS)));
}
