import { optionAt, valueAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { optionOf, parameter, T } from '../schemes.js';

export const unwrapOr: Monomer = {
  index: 58,
  name: 'UNWRAP_OR',
  family: 'control',
  signature: '(o T?, d T) → T',
  description: 'The value of an option, or d where it is none; d is evaluated only then.',
  needs: null,
  range: 'the values that the option can hold, and those of d where it can be none',
  effect: 'pure',
  operator: 'o ?? d',
  examples: [
    { arguments: [5, 0], result: 5 },
    { arguments: [null, 0], result: 0 },
    { arguments: [0, 7], result: 0 },
    { arguments: [null, '-9223372036854775808'], result: '-9223372036854775808' },
  ],
  overloads: [{ parameters: [parameter('o', optionOf(T)), parameter('d', T)], result: T }],
  reference: (args) => optionAt(args, 0).content ?? valueAt(args, 1),
};
