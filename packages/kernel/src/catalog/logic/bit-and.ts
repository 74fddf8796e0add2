import { INT64 } from '../../abstract/abstract.js';
import { atLeast } from '../../abstract/arithmetic.js';
import { lowest } from '../../abstract/ranges.js';
import type { Value } from '../../values/value.js';
import { integerAt } from '../arguments.js';
import { exactOnFew } from '../exact.js';
import type { Analysis, Monomer } from '../monomer.js';
import { atMostFact, factsOnBounds, refiningRanges, whereReached } from '../views.js';
import { andRanges, areNatural, onNaturals } from './bit-ranges.js';
import { andBits } from './bits.js';
import { TWO_NATURALS } from './overloads.js';

const reference = (args: readonly Value[]): Value | undefined => {
  const a = integerAt(args, 0);
  const b = integerAt(args, 1);
  return a < 0 || b < 0 ? undefined : andBits(a, b);
};

const analysis: Analysis = {
  transfer: onNaturals(andRanges),
  need: whereReached(areNatural),
  related: (args, relations) => (relations.same(0, 1) ? (args[0] ?? INT64) : INT64),
  refine: refiningRanges((result, a, b) => [atLeast(a, lowest(result)), atLeast(b, lowest(result))]),
  facts: factsOnBounds(() => [atMostFact('result', 0), atMostFact('result', 1)]),
};

export const bitAnd: Monomer = {
  index: 27,
  name: 'BIT_AND',
  family: 'logic',
  signature: '(a nat, b nat) → nat',
  description: 'Bitwise and of two natural numbers.',
  needs: 'a and b are not negative',
  range: '0 to the lesser upper bound',
  effect: 'pure',
  operator: 'a & b',
  examples: [
    { arguments: [12, 10], result: 8 },
    { arguments: [0, '9223372036854775807'], result: 0 },
    { arguments: ['9223372036854775807', '9223372036854775807'], result: '9223372036854775807' },
    { arguments: ['9223372036854775807', 255], result: 255 },
    { arguments: ['4294967296', '4294967297'], result: 4294967296 },
  ],
  overloads: TWO_NATURALS,
  reference,
  analysis: exactOnFew(reference, analysis),
};
