import { integers } from '../../abstract/abstract.js';
import { INTEGER, TEXT } from '../../types/domain.js';
import { NONE, OptionValue, type Value } from '../../values/value.js';
import { textAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { optionOf, parameter } from '../schemes.js';
import { parsedAnalysis } from './analysis/parsed.js';
import { ADDRESS_MAX, addressOf } from './ipv4.js';

function reference(args: readonly Value[]): Value | undefined {
  const address = addressOf(textAt(args, 0));
  return address === undefined ? NONE : new OptionValue(address);
}

export const parseIpv4: Monomer = {
  index: 120,
  name: 'PARSE_IPV4',
  family: 'system',
  signature: '(text) → u32?',
  description:
    'The 32-bit address that a text spells as a dotted quad of decimal numbers 0..255 without leading zeros; none for anything else.',
  needs: null,
  range: 'none, or 0..4,294,967,295',
  effect: 'pure',
  examples: [
    { arguments: ['192.168.0.1'], result: 3232235521 },
    { arguments: ['0.0.0.0'], result: 0 },
    { arguments: ['255.255.255.255'], result: 4294967295 },
    { arguments: ['256.0.0.1'], result: null },
    { arguments: ['01.2.3.4'], result: null },
    { arguments: ['1.2.3'], result: null },
    { arguments: ['1.2.3.4 '], result: null },
  ],
  overloads: [{ parameters: [parameter('text', TEXT)], result: optionOf(INTEGER) }],
  reference,
  analysis: parsedAnalysis(reference, { lo: 7, hi: 15, content: integers(0, ADDRESS_MAX) }),
};
