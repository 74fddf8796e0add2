import { type Pair, pairsOf } from '../../../abstract/arithmetic.js';
import { type Ranges, uniteAll } from '../../../abstract/ranges.js';
import { INT64_MAX, INT64_MIN, type Int, maximum, minimum, negate, parseInteger } from '../../../types/integer.js';

/** How the length of a decimal form and the integer that it spells bound each other. */

/** Characters of the least 64-bit integer; no shortest form has more. */
const MOST_CHARACTERS = 20;

export interface Lengths {
  readonly lo: number;
  readonly hi: number;
}

/** The lengths of the shortest decimal forms of a set of integers that is not empty. */
export function lengthsOfForms(integers: Ranges): Lengths {
  const lengths = pairsOf(integers).flatMap(lengthsAtEnds);
  return { lo: Math.min(...lengths), hi: Math.max(...lengths) };
}

/** The forms grow away from 0 on both sides of it, where a minus counts. */
function lengthsAtEnds([lo, hi]: Pair): readonly number[] {
  const negative = lo < 0 ? [lo, minimum(hi, -1)] : [];
  const natural = hi >= 0 ? [maximum(lo, 0), hi] : [];
  return [...negative, ...natural].map((integer) => String(integer).length);
}

/** The 64-bit integers that texts of up to `most` characters spell, leading zeros allowed. */
export function spelledWithin(most: number): Ranges {
  return most < 1 ? [] : [maximum(negate(greatestOf(most - 1)), INT64_MIN), minimum(greatestOf(most), INT64_MAX)];
}

/** The 64-bit integers whose shortest form has lo..hi characters. */
export function withFormLengths({ lo, hi }: Lengths): Ranges {
  if (hi < 1) return [];
  const natural: Pair = [leastOf(lo), minimum(greatestOf(hi), INT64_MAX)];
  const negative: Pair = [maximum(negate(greatestOf(hi - 1)), INT64_MIN), negate(maximum(leastOf(lo - 1), 1))];
  return uniteAll([natural, negative].filter(([least, greatest]) => least <= greatest));
}

/** The least natural number of so many digits; one too great for 64 bits of more than those have. */
function leastOf(digits: number): Int {
  return digits <= 1 ? 0 : parseInteger(`1${'0'.repeat(Math.min(digits, MOST_CHARACTERS) - 1)}`);
}

/** The greatest natural number of up to so many digits (of more than 64 bits have, one too great for them); 0 of none. */
function greatestOf(digits: number): Int {
  return digits < 1 ? 0 : parseInteger('9'.repeat(Math.min(digits, MOST_CHARACTERS)));
}
