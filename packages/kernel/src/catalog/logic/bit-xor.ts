import { INT64, integers } from '../../abstract/abstract.js';
import { atLeast } from '../../abstract/arithmetic.js';
import { negate } from '../../types/integer.js';
import type { Value } from '../../values/value.js';
import { integerAt } from '../arguments.js';
import { exactOnFew } from '../exact.js';
import type { Analysis, Monomer } from '../monomer.js';
import { differenceWithin, factsOnBounds, refiningRanges, whereReached } from '../views.js';
import { areNatural, onNaturals, xorRanges } from './bit-ranges.js';
import { xorBits } from './bits.js';
import { TWO_NATURALS } from './overloads.js';

const reference = (args: readonly Value[]): Value | undefined => {
  const a = integerAt(args, 0);
  const b = integerAt(args, 1);
  return a < 0 || b < 0 ? undefined : xorBits(a, b);
};

const analysis: Analysis = {
  transfer: onNaturals(xorRanges),
  need: whereReached(areNatural),
  related: (_, relations) => (relations.same(0, 1) ? integers(0, 0) : INT64),
  // a = (a ^ b) ^ b
  refine: refiningRanges((result, a, b) => [xorRanges(atLeast(result, 0), atLeast(b, 0)), xorRanges(atLeast(result, 0), atLeast(a, 0))]),
  facts: factsOnBounds((_, a, b) => [
    ...differenceWithin('result', 0, { lo: negate(b.hi), hi: b.hi }),
    ...differenceWithin('result', 1, { lo: negate(a.hi), hi: a.hi }),
  ]),
};

export const bitXor: Monomer = {
  index: 29,
  name: 'BIT_XOR',
  family: 'logic',
  signature: '(a nat, b nat) → nat',
  description: 'Bitwise exclusive or of two natural numbers.',
  needs: 'a and b are not negative',
  range: '0 to all bits of the upper bounds',
  effect: 'pure',
  operator: 'a ^ b',
  examples: [
    { arguments: [12, 10], result: 6 },
    { arguments: ['9223372036854775807', '9223372036854775807'], result: 0 },
    { arguments: [0, '9223372036854775807'], result: '9223372036854775807' },
    { arguments: ['4294967296', 1], result: 4294967297 },
  ],
  overloads: TWO_NATURALS,
  reference,
  analysis: exactOnFew(reference, analysis),
};
