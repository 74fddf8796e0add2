import { range } from '../../../abstract/ranges.js';
import { lengthsOfForms } from '../../io/analysis/decimal-lengths.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { octetsOf } from '../../octets.js';
import { ADDRESS_MAX, addressOf } from '../ipv4.js';
import { formattedAnalysis } from './formatted.js';

/** Three dots, and each octet as long as it is. */
export function formatIpv4Analysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return formattedAnalysis(reference, {
    of: range(0, ADDRESS_MAX),
    lengths: (addresses) => {
      const octets = octetsOf(addresses, 4).map(lengthsOfForms);
      return { lo: octets.reduce((sum, { lo }) => sum + lo, 3), hi: octets.reduce((sum, { hi }) => sum + hi, 3) };
    },
    parse: addressOf,
  });
}
