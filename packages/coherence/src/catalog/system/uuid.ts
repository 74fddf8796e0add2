import { TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';

export const uuid: Monomer = {
  index: 126,
  name: 'UUID',
  family: 'system',
  signature: '() → text[36]',
  description:
    'A random UUID (version 4, lower case) from the host. A circuit that asks for it is never closed: take the identifier as an input instead.',
  needs: null,
  range: 'texts of length 36',
  effect: 'source',
  examples: [],
  overloads: [{ parameters: [], result: TEXT }],
};
