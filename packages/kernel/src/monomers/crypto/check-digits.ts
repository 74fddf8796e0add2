import { type Characters, EITHER, FALSE, integers, isWithin, NEVER, option, TRUE, texts } from '../../abstract/abstract.js';
import { TEXT_LENGTH } from '../../limits.js';
import { BOOLEAN, INTEGER, TEXT } from '../../types/domain.js';
import { NONE, OptionValue } from '../../values/value.js';
import { textAt } from '../arguments.js';
import { monomer } from '../monomer.js';
import { optionOf, overload } from '../overloads.js';
import { textViewAt, whereSome } from '../views.js';
import { READS } from '../work.js';

/** LUHN and MOD97. */

const DIGITS: Characters = [0x30, 0x39];

/** False for the empty text. For every other length, both results are possible. */
export const luhn = monomer({
  overloads: [overload({ text: TEXT }, BOOLEAN)],
  reference: (args) => {
    const text = textAt(args, 0);
    let sum = 0;
    for (let i = 0; i < text.length; i += 1) {
      const digit = text.charCodeAt(i) - 0x30;
      if (digit < 0 || digit > 9) return false;
      // Every second digit from the right is doubled, and the digits of the product are added.
      const isDoubled = (text.length - i) % 2 === 0;
      sum += isDoubled ? 2 * digit - (digit > 4 ? 9 : 0) : digit;
    }
    return text !== '' && sum % 10 === 0;
  },
  work: READS,
  precondition: null,
  few: 'run',
  transfer: (args) => (textViewAt(args, 0).hi === 0 ? FALSE : EITHER),
  related: null,
  refine: (result) => (isWithin(result, TRUE) ? [texts(1, TEXT_LENGTH, DIGITS)] : []),
  facts: null,
  linear: null,
  smt: null,
});

/** The greatest value of a single character, which is that of Z. */
const MAX_CHARACTER = 35;

export const mod97 = monomer({
  overloads: [overload({ text: TEXT }, optionOf(INTEGER))],
  reference: (args) => {
    const text = textAt(args, 0);
    let remainder = 0;
    for (let i = 0; i < text.length; i += 1) {
      const value = valueOf(text.charCodeAt(i));
      if (value === undefined) return NONE;
      remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97;
    }
    return text === '' ? NONE : new OptionValue(remainder);
  },
  work: READS,
  precondition: null,
  few: 'run',
  transfer: (args) => {
    const { hi } = textViewAt(args, 0);
    return option(true, hi === 0 ? NEVER : integers(0, hi === 1 ? MAX_CHARACTER : 96));
  },
  related: null,
  refine: (result) => whereSome(result, () => [texts(1, TEXT_LENGTH)]),
  facts: null,
  linear: null,
  smt: null,
});

/** Returns 0 to 9 for a digit, 10 to 35 for a letter of either case; otherwise `undefined`. */
function valueOf(unit: number): number | undefined {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x7a ? letter - 0x61 + 10 : undefined;
}
