import { BOOLEAN, TEXT } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { textAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { partAnalysis } from './analysis/part.js';

const reference = (args: readonly Value[]) => textAt(args, 0).endsWith(textAt(args, 1));

export const endsWith: Monomer = {
  index: 84,
  name: 'ENDS_WITH',
  family: 'string',
  signature: '(text, text) → bool',
  description: 'Whether a text ends with another. Every text ends with the empty one.',
  needs: null,
  range: 'bool',
  effect: 'pure',
  examples: [
    { arguments: ['api.example.com', '.example.com'], result: true },
    { arguments: ['example.com', '.example.com'], result: false },
    { arguments: ['abc', ''], result: true },
    { arguments: ['', ''], result: true },
    { arguments: ['c', 'bc'], result: false },
  ],
  overloads: [{ parameters: [parameter('text', TEXT), parameter('suffix', TEXT)], result: BOOLEAN }],
  reference,
  analysis: partAnalysis(reference),
};
