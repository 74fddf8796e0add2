import { TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { listOf, parameter } from '../schemes.js';

export const split: Monomer = {
  index: 90,
  name: 'SPLIT',
  family: 'string',
  signature: '(text, sep text) → [text]',
  description: 'The parts of a text between the occurrences of a separator, empty parts kept; the empty text has one empty part.',
  needs: 'the separator is not empty, and there are at most 65,536 parts',
  range: 'lists of at least one text, each at most as long as the text',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('text', TEXT), parameter('separator', TEXT)], result: listOf(TEXT) }],
};
