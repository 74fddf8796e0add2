import { texts } from '../../../abstract/abstract.js';
import { exactOnFew } from '../../exact.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { narrowed, textViewAt } from '../../views.js';

/** Of UPPER and LOWER, which take each code point to one. */
export function sameLengthAnalysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(reference, {
    transfer: (args) => lengthsOf(args),
    refine: (result, args) => narrowed(args, [lengthsOf([result])]),
  });
}

function lengthsOf(views: Parameters<Analysis['transfer']>[0]) {
  const { lo, hi } = textViewAt(views, 0);
  return texts(lo, hi);
}
