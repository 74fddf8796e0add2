import { BOOLEAN, TEXT } from '../../domain.js';
import { TEXT_LENGTH } from '../../limits.js';
import type { Monomer } from '../monomer.js';
import { literalParameter, parameter } from '../schemes.js';

export const matchesGlob: Monomer = {
  index: 95,
  name: 'MATCHES_GLOB',
  family: 'string',
  signature: '(text, pattern literal) → bool',
  description:
    'Whether the whole text matches a pattern: * stands for any run of characters (slashes too), ? for any one code point, and \\ quotes the character after it. A pattern that ends in an unpaired \\ is an error at publish.',
  needs: null,
  range: 'bool',
  effect: 'pure',
  examples: [],
  overloads: [
    { parameters: [parameter('text', TEXT), literalParameter('pattern', TEXT, { kind: 'text', lo: 0, hi: TEXT_LENGTH })], result: BOOLEAN },
  ],
};
