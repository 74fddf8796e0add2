import { BOOLEAN, TEXT } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { textAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { partAnalysis } from './analysis/part.js';

const reference = (args: readonly Value[]) => textAt(args, 0).startsWith(textAt(args, 1));

export const startsWith: Monomer = {
  index: 83,
  name: 'STARTS_WITH',
  family: 'string',
  signature: '(text, text) → bool',
  description: 'Whether a text begins with another. Every text begins with the empty one.',
  needs: null,
  range: 'bool',
  effect: 'pure',
  examples: [
    { arguments: ['api.example.com', 'api.'], result: true },
    { arguments: ['API.example.com', 'api.'], result: false },
    { arguments: ['abc', ''], result: true },
    { arguments: ['', 'a'], result: false },
    { arguments: ['abc', 'abc'], result: true },
  ],
  overloads: [{ parameters: [parameter('text', TEXT), parameter('prefix', TEXT)], result: BOOLEAN }],
  reference,
  analysis: partAnalysis(reference),
};
