import { TEXT_LENGTH } from '../../limits.js';
import { BYTES, TEXT } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { bytesAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { formatHexAnalysis } from './analysis/hex.js';
import { encodeHex } from './hex.js';

function reference(args: readonly Value[]): Value | undefined {
  const octets = bytesAt(args, 0);
  return octets.length * 2 <= TEXT_LENGTH ? encodeHex(octets) : undefined;
}

export const formatHex: Monomer = {
  index: 67,
  name: 'FORMAT_HEX',
  family: 'io',
  signature: '(bytes) → text',
  description: 'The octets as two lower-case hexadecimal digits each.',
  needs: 'at most 524,288 octets (the text limit)',
  range: 'texts of twice the length',
  effect: 'pure',
  examples: [
    { arguments: ['Cv8='], result: '0aff' },
    { arguments: [''], result: '' },
    { arguments: ['AA=='], result: '00' },
    { arguments: ['3q2+7w=='], result: 'deadbeef' },
  ],
  overloads: [{ parameters: [parameter('octets', BYTES)], result: TEXT }],
  reference,
  analysis: formatHexAnalysis(reference),
};
