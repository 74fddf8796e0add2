import { integers } from '../../abstract/abstract.js';
import { INTEGER } from '../../types/domain.js';
import type { Monomer } from '../monomer.js';

export const now: Monomer = {
  index: 124,
  name: 'NOW',
  family: 'system',
  signature: '() → 0..253,402,300,799,999',
  description:
    'The time on the host, in milliseconds since 1970-01-01 UTC. A circuit that asks for it is never closed: take the time as an input instead.',
  needs: null,
  range: '0..253,402,300,799,999',
  effect: 'source',
  examples: [
    { arguments: [], host: 1700000000000, result: 1700000000000 },
    { arguments: [], host: 0, result: 0 },
    { arguments: [], host: 253402300799999, result: 253402300799999 },
    { arguments: [], host: -1, result: null, error: 'DomainError' },
    { arguments: [], host: 253402300800000, result: null, error: 'DomainError' },
  ],
  overloads: [{ parameters: [], result: INTEGER }],
  analysis: { transfer: () => integers(0, 253_402_300_799_999) },
};
