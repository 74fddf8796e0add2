import { texts } from '../../abstract/abstract.js';
import { TEXT } from '../../types/domain.js';
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
  examples: [
    { arguments: [], host: '3f2b8c1e-9d4a-4f6b-8a7c-5e1d2c3b4a59', result: '3f2b8c1e-9d4a-4f6b-8a7c-5e1d2c3b4a59' },
    { arguments: [], host: '00000000-0000-4000-8000-000000000000', result: '00000000-0000-4000-8000-000000000000' },
    { arguments: [], host: '', result: null, error: 'DomainError' },
    { arguments: [], host: '3f2b8c1e-9d4a-4f6b-8a7c-5e1d2c3b4a59 ', result: null, error: 'DomainError' },
  ],
  overloads: [{ parameters: [], result: TEXT }],
  analysis: { transfer: () => texts(36, 36) },
};
