import { NEVER } from '../../../abstract/abstract.js';
import { within } from '../../../abstract/arithmetic.js';
import { highest, lowest } from '../../../abstract/ranges.js';
import { exactOnFew } from '../../exact.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { bytesOf } from '../../octets.js';
import { onReached } from '../../reached.js';
import { rangesAt } from '../../views.js';

/** As many octets as the literal n says. */
export function hkdfSha256Analysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(
    reference,
    onReached({
      transfer: (args) => {
        const lengths = within(rangesAt(args, 3), 1, 255);
        return lengths.length === 0 ? NEVER : bytesOf(Number(lowest(lengths)), Number(highest(lengths)));
      },
    }),
  );
}
