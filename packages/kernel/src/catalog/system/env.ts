import { TEXT_LENGTH } from '../../limits.js';
import { TEXT } from '../../types/domain.js';
import type { Monomer } from '../monomer.js';
import { literalParameter, optionOf } from '../schemes.js';
import { envAnalysis } from './analysis/env.js';

export const env: Monomer = {
  index: 127,
  name: 'ENV',
  family: 'system',
  signature: '(name literal text) → text[..4096]?',
  description:
    'The value of an environment variable of the host, or none where it is not set. A circuit that asks for it is never closed: take the value as an input instead.',
  needs: null,
  range: 'none, or texts of length 0..4096',
  effect: 'source',
  examples: [
    { arguments: ['HOME'], host: '/root', result: '/root' },
    { arguments: ['UNSET'], host: null, result: null },
    { arguments: ['EMPTY'], host: '', result: '' },
    { arguments: ['LONG'], host: 'x'.repeat(4096), result: 'x'.repeat(4096) },
    { arguments: ['TOO_LONG'], host: 'x'.repeat(4097), result: null, error: 'DomainError' },
  ],
  overloads: [{ parameters: [literalParameter('name', TEXT, { kind: 'text', lo: 0, hi: TEXT_LENGTH })], result: optionOf(TEXT) }],
  analysis: envAnalysis,
};
