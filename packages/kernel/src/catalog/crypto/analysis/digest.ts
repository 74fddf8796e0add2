import { exactOnFew } from '../../exact.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { bytesOf } from '../../octets.js';
import { onReached } from '../../reached.js';

/** Of a digest or an authentication code: octets of which only the number is known. */
export function digestAnalysis(reference: NonNullable<Monomer['reference']>, length: number): Analysis {
  return exactOnFew(reference, onReached({ transfer: () => bytesOf(length, length) }));
}
