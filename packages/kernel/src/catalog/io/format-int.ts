import { INTEGER, TEXT } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { integerAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { formatIntAnalysis } from './analysis/format-int.js';

function reference(args: readonly Value[]): Value | undefined {
  return String(integerAt(args, 0));
}

export const formatInt: Monomer = {
  index: 65,
  name: 'FORMAT_INT',
  family: 'io',
  signature: '(int) → text',
  description: 'The shortest decimal form of an integer.',
  needs: null,
  range: 'texts of 1..20 digits and minus',
  effect: 'pure',
  examples: [
    { arguments: [0], result: '0' },
    { arguments: [-42], result: '-42' },
    { arguments: ['9223372036854775807'], result: '9223372036854775807' },
    { arguments: ['-9223372036854775808'], result: '-9223372036854775808' },
    { arguments: [9007199254740991], result: '9007199254740991' },
  ],
  overloads: [{ parameters: [parameter('n', INTEGER)], result: TEXT }],
  reference,
  analysis: formatIntAnalysis(reference),
};
