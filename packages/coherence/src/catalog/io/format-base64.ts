import { BYTES, TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const formatBase64: Monomer = {
  index: 69,
  name: 'FORMAT_BASE64',
  family: 'io',
  signature: '(bytes) → text',
  description: 'The octets in base64 as of RFC 4648 section 4, with padding.',
  needs: 'at most 786,432 octets (the text limit)',
  range: 'texts of four characters for each three octets begun',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('octets', BYTES)], result: TEXT }],
};
