import { INT64, ofRanges } from '../../abstract/abstract.js';
import { clip, fits, multiplyRanges, squareRanges } from '../../abstract/arithmetic.js';
import { multiply, subtract } from '../../types/integer.js';
import type { Value } from '../../values/value.js';
import { integerAt } from '../arguments.js';
import { exactOnFew } from '../exact.js';
import type { Analysis, Monomer } from '../monomer.js';
import { type Bounds, boundsOf, differenceWithin, factsOnBounds, onRanges, rangesAt, refiningRanges, whereReached } from '../views.js';
import { fitting, TWO_INTEGERS } from './overloads.js';
import { factorOf } from './proportion.js';

const reference = (args: readonly Value[]): Value | undefined => fitting(multiply(integerAt(args, 0), integerAt(args, 1)));

/** The bounds of a * (b - 1). */
function excess(a: Bounds, b: Bounds): Bounds {
  return boundsOf(multiplyRanges([a.lo, a.hi], [subtract(b.lo, 1), subtract(b.hi, 1)]));
}

const analysis: Analysis = {
  transfer: onRanges(multiplyRanges),
  need: whereReached((args) => fits(multiplyRanges(rangesAt(args, 0), rangesAt(args, 1)))),
  related: (args, relations) => (relations.same(0, 1) ? ofRanges(clip(squareRanges(rangesAt(args, 0)))) : INT64),
  refine: refiningRanges((result, a, b) => [factorOf(result, a, b), factorOf(result, b, a)]),
  // a * b - a = a * (b - 1)
  facts: factsOnBounds((_, a, b) => [...differenceWithin('result', 0, excess(a, b)), ...differenceWithin('result', 1, excess(b, a))]),
};

export const mul: Monomer = {
  index: 2,
  name: 'MUL',
  family: 'arithmetic',
  signature: '(a int, b int) → int',
  description: 'The exact product of two integers.',
  needs: 'a * b fits 64 bits',
  range: 'between the least and the greatest product of the bounds',
  effect: 'pure',
  operator: 'a * b',
  examples: [
    { arguments: [6, 7], result: 42 },
    { arguments: [-6, 7], result: -42 },
    { arguments: [0, '-9223372036854775808'], result: 0 },
    { arguments: ['4294967296', '2147483647'], result: '9223372032559808512' },
    { arguments: ['-4611686018427387904', 2], result: '-9223372036854775808' },
  ],
  overloads: TWO_INTEGERS,
  reference,
  analysis: exactOnFew(reference, analysis),
};
