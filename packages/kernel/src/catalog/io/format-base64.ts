import { TEXT_LENGTH } from '../../limits.js';
import { BYTES, TEXT } from '../../types/domain.js';
import { encodeBase64 } from '../../values/base64.js';
import type { Value } from '../../values/value.js';
import { bytesAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { formatBase64Analysis } from './analysis/base64.js';

function reference(args: readonly Value[]): Value | undefined {
  const octets = bytesAt(args, 0);
  return Math.ceil(octets.length / 3) * 4 <= TEXT_LENGTH ? encodeBase64(octets) : undefined;
}

export const formatBase64: Monomer = {
  index: 69,
  name: 'FORMAT_BASE64',
  family: 'io',
  signature: '(bytes) → text',
  description: 'The octets in base64 as of RFC 4648 section 4, with padding.',
  needs: 'at most 786,432 octets (the text limit)',
  range: 'texts of four characters for each three octets begun',
  effect: 'pure',
  examples: [
    { arguments: ['Zm9vYmFy'], result: 'Zm9vYmFy' },
    { arguments: ['Zm9vYg=='], result: 'Zm9vYg==' },
    { arguments: ['Zm9vYmE='], result: 'Zm9vYmE=' },
    { arguments: [''], result: '' },
    { arguments: ['+/8='], result: '+/8=' },
  ],
  overloads: [{ parameters: [parameter('octets', BYTES)], result: TEXT }],
  reference,
  analysis: formatBase64Analysis(reference),
};
