import { BOOLEAN, INTEGER } from '../../types/domain.js';
import { integerWithin } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';
import { cidrContainsAnalysis } from './analysis/cidr-contains.js';
import { ADDRESS_MAX } from './ipv4.js';

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
  examples: [
    { arguments: [167772160, 8, 184549375], result: true },
    { arguments: [167772160, 8, 184549376], result: false },
    { arguments: [0, 0, 4294967295], result: true },
    { arguments: [3232235521, 32, 3232235521], result: true },
    { arguments: [3232235521, 32, 3232235520], result: false },
    { arguments: [4294967295, 1, 2147483648], result: true },
  ],
  overloads: [
    { parameters: [parameter('network', INTEGER), parameter('prefix', INTEGER), parameter('address', INTEGER)], result: BOOLEAN },
  ],
  reference: (args) => {
    const network = integerWithin(args, 0, 0, ADDRESS_MAX);
    const prefix = integerWithin(args, 1, 0, 32);
    const address = integerWithin(args, 2, 0, ADDRESS_MAX);
    if (network === undefined || prefix === undefined || address === undefined) return undefined;
    const hosts = 2 ** (32 - prefix);
    return Math.floor(network / hosts) === Math.floor(address / hosts);
  },
  analysis: cidrContainsAnalysis,
};
