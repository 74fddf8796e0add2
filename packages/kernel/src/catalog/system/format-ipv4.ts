import { INTEGER, TEXT } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { integerWithin } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { formatIpv4Analysis } from './analysis/format-ipv4.js';
import { ADDRESS_MAX, quadOf } from './ipv4.js';

function reference(args: readonly Value[]): Value | undefined {
  const address = integerWithin(args, 0, 0, ADDRESS_MAX);
  return address === undefined ? undefined : quadOf(address);
}

export const formatIpv4: Monomer = {
  index: 121,
  name: 'FORMAT_IPV4',
  family: 'system',
  signature: '(u32) → text[7..15]',
  description: 'A 32-bit address as a dotted quad.',
  needs: 'n in 0..4,294,967,295',
  range: 'texts of length 7..15',
  effect: 'pure',
  examples: [
    { arguments: [3232235521], result: '192.168.0.1' },
    { arguments: [0], result: '0.0.0.0' },
    { arguments: [4294967295], result: '255.255.255.255' },
    { arguments: [2852039166], result: '169.254.169.254' },
  ],
  overloads: [{ parameters: [parameter('n', INTEGER)], result: TEXT }],
  reference,
  analysis: formatIpv4Analysis(reference),
};
