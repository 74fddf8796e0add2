import { EITHER } from '../../abstract/abstract.js';
import { exactOnFew } from '../exact.js';
import type { Analysis, Monomer } from '../monomer.js';

/** Of a connective: there are at most four tuples, so that everything is read off the reference implementation. */
export function booleanAnalysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(reference, { transfer: () => EITHER });
}
