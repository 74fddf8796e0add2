import { integers, NEVER, option, texts } from '../../../abstract/abstract.js';
import { TEXT_LENGTH } from '../../../limits.js';
import { whereSome } from '../../contents.js';
import { exactOnFew } from '../../exact.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { textViewAt } from '../../views.js';

/** Characters of the shortest version, such as 0.0.0. */
const SHORTEST = 5;

export function compareSemverAnalysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(
    reference,
    onReached({
      transfer: (args) => {
        const areTooShort = Math.min(textViewAt(args, 0).hi, textViewAt(args, 1).hi) < SHORTEST;
        return option(true, areTooShort ? NEVER : integers(-1, 1));
      },
      related: (_, relations) => option(true, relations.same(0, 1) ? integers(0, 0) : integers(-1, 1)),
      refine: (result) => whereSome(result, () => [texts(SHORTEST, TEXT_LENGTH), texts(SHORTEST, TEXT_LENGTH)]),
    }),
  );
}
