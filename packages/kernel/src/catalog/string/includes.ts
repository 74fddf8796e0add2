import { BOOLEAN, TEXT } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { textAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { partAnalysis } from './analysis/part.js';
import { finderOf } from './search.js';

const reference = (args: readonly Value[]) => finderOf(textAt(args, 1))(textAt(args, 0), 0) >= 0;

export const includes: Monomer = {
  index: 85,
  name: 'INCLUDES',
  family: 'string',
  signature: '(text, part text) → bool',
  description: 'Whether a text has another as a part. Every text has the empty one.',
  needs: null,
  range: 'bool',
  effect: 'pure',
  examples: [
    { arguments: ['a needle in hay', 'needle'], result: true },
    { arguments: ['a needle in hay', 'Needle'], result: false },
    { arguments: ['', ''], result: true },
    { arguments: ['', 'a'], result: false },
    { arguments: ['abc', 'bc'], result: true },
  ],
  overloads: [{ parameters: [parameter('text', TEXT), parameter('part', TEXT)], result: BOOLEAN }],
  reference,
  analysis: partAnalysis(reference),
};
