import { remainderRanges } from '../../abstract/division.js';
import { remainder } from '../../types/integer.js';
import type { Value } from '../../values/value.js';
import { integerAt } from '../arguments.js';
import { exactOnFew } from '../exact.js';
import type { Analysis, Monomer } from '../monomer.js';
import { atMostFact, factsOnBounds, onRanges, whereReached } from '../views.js';
import { TWO_INTEGERS } from './overloads.js';
import { remainderNeed, remainderRelated } from './remainder.js';

const reference = (args: readonly Value[]): Value | undefined => {
  const divisor = integerAt(args, 1);
  return divisor === 0 ? undefined : remainder(integerAt(args, 0), divisor);
};

const analysis: Analysis = {
  transfer: onRanges(remainderRanges),
  need: whereReached(remainderNeed),
  related: remainderRelated,
  facts: factsOnBounds((_, a, b) => [
    ...(a.lo >= 0 ? [atMostFact('result', 0)] : []),
    ...(a.hi <= 0 ? [atMostFact(0, 'result')] : []),
    ...(a.lo >= 0 && a.hi < b.lo ? [atMostFact(0, 'result')] : []),
    ...(b.lo > 0 ? [atMostFact('result', 1, 1)] : []),
    ...(b.hi < 0 ? [atMostFact(1, 'result', 1)] : []),
  ]),
};

export const mod: Monomer = {
  index: 4,
  name: 'MOD',
  family: 'arithmetic',
  signature: '(a int, b int) → int',
  description: 'The remainder of DIV, with the sign of a; the least integer by -1 gives 0.',
  needs: 'b is not 0',
  range: 'nearer to 0 than b, no farther from it than a, on the side of a',
  effect: 'pure',
  operator: 'a % b',
  examples: [
    { arguments: [7, 3], result: 1 },
    { arguments: [-7, 3], result: -1 },
    { arguments: [7, -3], result: 1 },
    { arguments: ['-9223372036854775808', -1], result: 0 },
    { arguments: ['9223372036854775807', 10], result: 7 },
  ],
  overloads: TWO_INTEGERS,
  reference,
  analysis: exactOnFew(reference, analysis),
};
