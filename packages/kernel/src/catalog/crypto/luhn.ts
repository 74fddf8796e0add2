import { BOOLEAN, TEXT } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { textAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { luhnAnalysis } from './analysis/luhn.js';

function reference(args: readonly Value[]): Value | undefined {
  const text = textAt(args, 0);
  let sum = 0;
  for (let i = 0; i < text.length; i += 1) {
    const digit = text.charCodeAt(i) - 0x30;
    if (digit < 0 || digit > 9) return false;
    // Every second digit from the right is doubled, and the digits of the product added.
    const isDoubled = (text.length - i) % 2 === 0;
    sum += isDoubled ? 2 * digit - (digit > 4 ? 9 : 0) : digit;
  }
  return text !== '' && sum % 10 === 0;
}

export const luhn: Monomer = {
  index: 110,
  name: 'LUHN',
  family: 'crypto',
  signature: '(text) → bool',
  description:
    'Whether a text of digits ends in the check digit of ISO/IEC 7812-1; false for the empty text and wherever another character stands.',
  needs: null,
  range: 'bool',
  effect: 'pure',
  examples: [
    { arguments: ['4111111111111111'], result: true },
    { arguments: ['4111111111111112'], result: false },
    { arguments: ['0'], result: true },
    { arguments: [''], result: false },
    { arguments: ['4111 1111 1111 1111'], result: false },
    { arguments: ['79927398713'], result: true },
  ],
  overloads: [{ parameters: [parameter('text', TEXT)], result: BOOLEAN }],
  reference,
  analysis: luhnAnalysis(reference),
};
