import { BOOLEAN, INTEGER } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const cidrContains: Monomer = {
  index: 122,
  name: 'CIDR_CONTAINS',
  family: 'system',
  signature: '(network u32, prefix 0..32, address u32) → bool',
  description:
    'Whether the first prefix bits of two 32-bit addresses agree, so that the address lies in the network; the other bits of the network are ignored.',
  needs: 'network and address in 0..4,294,967,295, prefix in 0..32',
  range: 'bool',
  effect: 'pure',
  examples: [],
  overloads: [
    { parameters: [parameter('network', INTEGER), parameter('prefix', INTEGER), parameter('address', INTEGER)], result: BOOLEAN },
  ],
};
