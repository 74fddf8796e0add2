import { INTEGER, TEXT } from '../../types/domain.js';
import { NONE, OptionValue, type Value } from '../../values/value.js';
import { textAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { optionOf, parameter } from '../schemes.js';
import { mod97Analysis } from './analysis/mod97.js';

function reference(args: readonly Value[]): Value | undefined {
  const text = textAt(args, 0);
  let remainder = 0;
  for (let i = 0; i < text.length; i += 1) {
    const value = valueOf(text.charCodeAt(i));
    if (value === undefined) return NONE;
    remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97;
  }
  return text === '' ? NONE : new OptionValue(remainder);
}

export const mod97: Monomer = {
  index: 111,
  name: 'MOD97',
  family: 'crypto',
  signature: '(text) → (0..96)?',
  description:
    'The remainder by 97 of the number that digits and letters (A as 10 to Z as 35, either case) spell, as of ISO/IEC 7064 MOD 97-10; none for the empty text and wherever another character stands.',
  needs: null,
  range: 'none, or 0..96',
  effect: 'pure',
  examples: [
    { arguments: ['WEST12345698765432GB82'], result: 1 },
    { arguments: ['west12345698765432gb82'], result: 1 },
    { arguments: ['0'], result: 0 },
    { arguments: ['96'], result: 96 },
    { arguments: ['97'], result: 0 },
    { arguments: [''], result: null },
    { arguments: ['GB82 WEST'], result: null },
  ],
  overloads: [{ parameters: [parameter('text', TEXT)], result: optionOf(INTEGER) }],
  reference,
  analysis: mod97Analysis(reference),
};

/** 0 to 9 of a digit, 10 to 35 of a letter of either case. */
function valueOf(unit: number): number | undefined {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x7a ? letter - 0x61 + 10 : undefined;
}
