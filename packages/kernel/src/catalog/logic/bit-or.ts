import { INT64 } from '../../abstract/abstract.js';
import { atMost } from '../../abstract/arithmetic.js';
import { highest } from '../../abstract/ranges.js';
import type { Value } from '../../values/value.js';
import { integerAt } from '../arguments.js';
import { exactOnFew } from '../exact.js';
import type { Analysis, Monomer } from '../monomer.js';
import { differenceWithin, factsOnBounds, refiningRanges, whereReached } from '../views.js';
import { areNatural, onNaturals, orRanges } from './bit-ranges.js';
import { orBits } from './bits.js';
import { TWO_NATURALS } from './overloads.js';

const reference = (args: readonly Value[]): Value | undefined => {
  const a = integerAt(args, 0);
  const b = integerAt(args, 1);
  return a < 0 || b < 0 ? undefined : orBits(a, b);
};

const analysis: Analysis = {
  transfer: onNaturals(orRanges),
  need: whereReached(areNatural),
  related: (args, relations) => (relations.same(0, 1) ? (args[0] ?? INT64) : INT64),
  refine: refiningRanges((result, a, b) => [atMost(a, highest(result)), atMost(b, highest(result))]),
  facts: factsOnBounds((_, a, b) => [
    ...differenceWithin('result', 0, { lo: 0, hi: b.hi }),
    ...differenceWithin('result', 1, { lo: 0, hi: a.hi }),
  ]),
};

export const bitOr: Monomer = {
  index: 28,
  name: 'BIT_OR',
  family: 'logic',
  signature: '(a nat, b nat) → nat',
  description: 'Bitwise or of two natural numbers.',
  needs: 'a and b are not negative',
  range: 'from the greater lower bound to all bits of the upper bounds',
  effect: 'pure',
  operator: 'a | b',
  examples: [
    { arguments: [12, 10], result: 14 },
    { arguments: [0, '9223372036854775807'], result: '9223372036854775807' },
    { arguments: [0, 0], result: 0 },
    { arguments: ['4294967296', 1], result: 4294967297 },
  ],
  overloads: TWO_NATURALS,
  reference,
  analysis: exactOnFew(reference, analysis),
};
