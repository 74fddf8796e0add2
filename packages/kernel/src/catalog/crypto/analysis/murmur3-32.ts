import { integers, NEVER, ofRanges } from '../../../abstract/abstract.js';
import { isSubset, range } from '../../../abstract/ranges.js';
import { exactOnFew } from '../../exact.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { boundsAt, rangesAt } from '../../views.js';

const U32 = range(0, 0xffff_ffff);

export function murmur332Analysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(
    reference,
    onReached({
      transfer: (args) => (boundsAt(args, 1).lo > 0xffff_ffff || boundsAt(args, 1).hi < 0 ? NEVER : integers(0, 0xffff_ffff)),
      need: (args) => isSubset(rangesAt(args, 1), U32),
      refine: (_, [octets = NEVER]) => [octets, ofRanges(U32)],
    }),
  );
}
