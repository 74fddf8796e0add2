import { integers } from '../../../abstract/abstract.js';
import { exactOnFew } from '../../exact.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { onReached } from '../../reached.js';

/** Of a checksum or a hash of octets: a natural number up to `greatest`. */
export function checksumAnalysis(reference: NonNullable<Monomer['reference']>, greatest: number): Analysis {
  return exactOnFew(reference, onReached({ transfer: () => integers(0, greatest) }));
}
