import { INTEGER, TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { parameter } from '../schemes.js';

export const formatIpv4: Monomer = {
  index: 121,
  name: 'FORMAT_IPV4',
  family: 'system',
  signature: '(u32) → text[7..15]',
  description: 'A 32-bit address as a dotted quad.',
  needs: 'n in 0..4,294,967,295',
  range: 'texts of length 7..15',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('n', INTEGER)], result: TEXT }],
};
