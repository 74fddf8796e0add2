import { INTEGER, TEXT } from '../../domain.js';
import type { Monomer } from '../monomer.js';
import { optionOf, parameter } from '../schemes.js';

export const compareSemver: Monomer = {
  index: 123,
  name: 'COMPARE_SEMVER',
  family: 'system',
  signature: '(text, text) → (−1..1)?',
  description:
    'The precedence of two versions as of SemVer 2.0.0: −1 where the first is lower, 0 where they are equal (build metadata does not count), 1 where it is higher; none where one is no version. Numeric parts may have any length.',
  needs: null,
  range: 'none, or −1..1',
  effect: 'pure',
  examples: [],
  overloads: [{ parameters: [parameter('a', TEXT), parameter('b', TEXT)], result: optionOf(INTEGER) }],
};
