import { atLeast, atMost, transform } from '../../abstract/arithmetic.js';
import { add, type Int, multiply, normalize, subtract } from '../../types/integer.js';
import { integerAt } from '../arguments.js';
import type { Analysis, Monomer } from '../monomer.js';
import { atMostFact, factsOnBounds, onRanges, rangesAt, refiningRanges, whereReached } from '../views.js';
import { ONE_INTEGER } from './overloads.js';

/** The greatest r with r * r <= a, for a >= 0 up to 64 bits: the floating-point root, then corrected exactly. */
export function squareRoot(a: Int): Int {
  let root = normalize(BigInt(Math.floor(Math.sqrt(Number(a)))));
  while (multiply(root, root) > a) root = subtract(root, 1);
  while (multiply(add(root, 1), add(root, 1)) <= a) root = add(root, 1);
  return root;
}

const analysis: Analysis = {
  transfer: onRanges((a) => transform(atLeast(a, 0), (lo, hi) => [squareRoot(lo), squareRoot(hi)])),
  need: whereReached((args) => atMost(rangesAt(args, 0), -1).length === 0),
  refine: refiningRanges((result) => [
    transform(atLeast(result, 0), (lo, hi) => [multiply(lo, lo), subtract(multiply(add(hi, 1), add(hi, 1)), 1)]),
  ]),
  facts: factsOnBounds((_, a) => [atMostFact('result', 0, a.lo >= 2 ? 1 : 0)]),
};

export const isqrt: Monomer = {
  index: 12,
  name: 'ISQRT',
  family: 'arithmetic',
  signature: '(a nat) → nat',
  description: 'The integer square root, rounded down: the greatest integer whose square is at most a.',
  needs: 'a is not negative',
  range: 'from the root of the lower bound to the root of the upper bound',
  effect: 'pure',
  examples: [
    { arguments: [0], result: 0 },
    { arguments: [15], result: 3 },
    { arguments: [16], result: 4 },
    { arguments: ['9223372036854775807'], result: 3037000499 },
  ],
  overloads: ONE_INTEGER,
  reference: (args) => {
    const a = integerAt(args, 0);
    return a < 0 ? undefined : squareRoot(a);
  },
  analysis,
};
