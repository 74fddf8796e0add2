import { type Abstract, integers, itemsOf, ofRanges } from '../../../abstract/abstract.js';
import { xorRanges } from '../../logic/bit-ranges.js';
import type { Analysis } from '../../monomer.js';
import { bytesOf, bytesViewAt, octetAt } from '../../octets.js';
import { onReached } from '../../reached.js';
import { lengthOf, type Relations } from '../../relation.js';
import { differenceWithin } from '../../views.js';

/** Octet by octet where either argument is known so; the lengths are one. */
export const xorBytesAnalysis: Analysis = onReached({
  transfer: xor,
  need: (args, relations) => {
    const [a, b] = [bytesViewAt(args, 0), bytesViewAt(args, 1)];
    return relations.same(0, 1) || areOfOneLength(relations) || (a.lo === a.hi && b.lo === b.hi && a.lo === b.lo);
  },
  // what is one and the same differs in no bit
  related: (args, relations) =>
    relations.same(0, 1) ? bytesOf(bytesViewAt(args, 0).lo, bytesViewAt(args, 0).hi, integers(0, 0)) : xor(args),
  // an exclusive or is undone by another with the same octets
  refine: (result, [a, b]) => (a === undefined || b === undefined ? [] : [xor([result, b]), xor([result, a])]),
  facts: () => [
    ...differenceWithin('length of result', lengthOf(0), { lo: 0, hi: 0 }),
    ...differenceWithin('length of result', lengthOf(1), { lo: 0, hi: 0 }),
    ...differenceWithin(lengthOf(0), lengthOf(1), { lo: 0, hi: 0 }),
  ],
});

function areOfOneLength(relations: Relations): boolean {
  return [relations.difference(lengthOf(0), lengthOf(1)), relations.difference(lengthOf(1), lengthOf(0))].every(
    (bound) => bound !== undefined && bound <= 0,
  );
}

function xor(args: readonly Abstract[]): Abstract {
  const [a, b] = [bytesViewAt(args, 0), bytesViewAt(args, 1)];
  const [lo, hi] = [Math.max(a.lo, b.lo), Math.min(a.hi, b.hi)];
  if (lo > hi || hi === 0) return bytesOf(lo, hi);
  if (a.items === null && b.items === null) return bytesOf(lo, hi, octet(a, b, 0));
  return itemsOf(
    'bytes',
    Array.from({ length: hi }, (_, i) => octet(a, b, i)),
  );
}

function octet(a: Parameters<typeof octetAt>[0], b: Parameters<typeof octetAt>[0], index: number): Abstract {
  return ofRanges(xorRanges(octetAt(a, index), octetAt(b, index)));
}
