import { floorRemainderRanges } from '../../abstract/division.js';
import { floorRemainder } from '../../types/integer.js';
import type { Value } from '../../values/value.js';
import { integerAt } from '../arguments.js';
import { exactOnFew } from '../exact.js';
import type { Analysis, Monomer } from '../monomer.js';
import { atMostFact, factsOnBounds, onRanges, whereReached } from '../views.js';
import { TWO_INTEGERS } from './overloads.js';
import { remainderNeed, remainderRelated } from './remainder.js';

const reference = (args: readonly Value[]): Value | undefined => {
  const divisor = integerAt(args, 1);
  return divisor === 0 ? undefined : floorRemainder(integerAt(args, 0), divisor);
};

const analysis: Analysis = {
  transfer: onRanges(floorRemainderRanges),
  need: whereReached(remainderNeed),
  related: remainderRelated,
  facts: factsOnBounds((_, a, b) => [
    ...(b.lo > 0 ? [atMostFact('result', 1, 1)] : []),
    ...(b.hi < 0 ? [atMostFact(1, 'result', 1)] : []),
    ...(a.lo >= 0 && b.lo > 0 ? [atMostFact('result', 0)] : []),
    ...(a.hi <= 0 && b.hi < 0 ? [atMostFact(0, 'result')] : []),
    ...(a.lo >= 0 && a.hi < b.lo ? [atMostFact(0, 'result')] : []),
  ]),
};

export const floorMod: Monomer = {
  index: 6,
  name: 'FLOOR_MOD',
  family: 'arithmetic',
  signature: '(a int, b int) → int',
  description: 'The remainder of FLOOR_DIV, with the sign of b.',
  needs: 'b is not 0',
  range: 'nearer to 0 than b, on the side of b',
  effect: 'pure',
  examples: [
    { arguments: [7, 3], result: 1 },
    { arguments: [-7, 3], result: 2 },
    { arguments: [7, -3], result: -2 },
    { arguments: ['-9223372036854775808', -1], result: 0 },
    { arguments: [-1, '9223372036854775807'], result: '9223372036854775806' },
  ],
  overloads: TWO_INTEGERS,
  reference,
  analysis: exactOnFew(reference, analysis),
};
