import { INTEGER, TEXT } from '../../types/domain.js';
import { NONE, OptionValue, type Value } from '../../values/value.js';
import { textAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { optionOf, parameter } from '../schemes.js';
import { compareSemverAnalysis } from './analysis/compare-semver.js';
import { compareVersions, parseVersion } from './semver.js';

function reference(args: readonly Value[]): Value | undefined {
  const a = parseVersion(textAt(args, 0));
  const b = parseVersion(textAt(args, 1));
  return a === undefined || b === undefined ? NONE : new OptionValue(compareVersions(a, b));
}

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
  examples: [
    { arguments: ['1.2.3', '1.10.0'], result: -1 },
    { arguments: ['1.0.0', '1.0.0-rc.1'], result: 1 },
    { arguments: ['1.0.0+linux', '1.0.0+darwin'], result: 0 },
    { arguments: ['1.0.0-alpha.2', '1.0.0-alpha.beta'], result: -1 },
    { arguments: ['99999999999999999999.0.0', '100000000000000000000.0.0'], result: -1 },
    { arguments: ['1.0', '1.0.0'], result: null },
    { arguments: ['1.0.0', '01.0.0'], result: null },
  ],
  overloads: [{ parameters: [parameter('a', TEXT), parameter('b', TEXT)], result: optionOf(INTEGER) }],
  reference,
  analysis: compareSemverAnalysis(reference),
};
