import type { Abstract } from '../../abstract/abstract.js';
import { atLeast, atMost, combine, type OnBox } from '../../abstract/arithmetic.js';
import { highest, intersect, type Ranges, uniteAll } from '../../abstract/ranges.js';
import { add, type Int, maximum, minimum, normalize, subtract } from '../../types/integer.js';
import type { Analysis } from '../monomer.js';
import { onRanges, rangesAt } from '../views.js';
import { andBits, orBits, xorBits } from './bits.js';

/**
 * Bounds of bitwise operations on natural numbers. Of a range lo..hi the bits above the highest one in which
 * lo and hi differ are known, and those at and below it are not (the known bits of the Linux kernel's tnum).
 */

interface KnownBits {
  /** The bits that are one in every number of the range. */
  readonly ones: Int;
  /** The bits that are one in some. */
  readonly possible: Int;
}

function knownBits(lo: Int, hi: Int): KnownBits {
  const unknown = lowMask(xorBits(lo, hi));
  const possible = orBits(hi, unknown);
  return { ones: subtract(possible, unknown), possible };
}

/** All bits up to the highest that is set. */
function lowMask(bits: Int): Int {
  return bits === 0 ? 0 : normalize((1n << BigInt(bits.toString(2).length)) - 1n);
}

const andOnBox: OnBox = (aLo, aHi, bLo, bHi) => {
  const a = knownBits(aLo, aHi);
  const b = knownBits(bLo, bHi);
  return [andBits(a.ones, b.ones), minimum(minimum(aHi, bHi), andBits(a.possible, b.possible))];
};

/** a & b is at most either; a constant mask of few bits leaves only its subsets. */
export function andRanges(a: Ranges, b: Ranges): Ranges {
  const bounded = combine(a, b, andOnBox);
  return intersect(intersect(bounded, subsetsOf(a, bounded)), subsetsOf(b, bounded));
}

const FEW_BITS = 3;

/** The subsets of a constant mask of few bits; `otherwise` where the mask is none such. */
function subsetsOf(mask: Ranges, otherwise: Ranges): Ranges {
  const bits = mask[0];
  if (bits === undefined || bits !== highest(mask)) return otherwise;
  const subsets: Int[] = [0];
  for (let rest = bits; rest !== 0; rest = withoutLowestBit(rest)) {
    if (subsets.length === 2 ** FEW_BITS) return otherwise;
    const lowestBit = subtract(rest, withoutLowestBit(rest));
    subsets.push(...subsets.map((subset) => add(subset, lowestBit)));
  }
  return uniteAll(subsets.map((subset) => [subset, subset]));
}

function withoutLowestBit(bits: Int): Int {
  return andBits(bits, subtract(bits, 1));
}

/** max(a, b) <= a | b <= a + b */
export function orRanges(a: Ranges, b: Ranges): Ranges {
  return combine(a, b, (aLo, aHi, bLo, bHi) => {
    const left = knownBits(aLo, aHi);
    const right = knownBits(bLo, bHi);
    const least = maximum(maximum(aLo, bLo), orBits(left.ones, right.ones));
    return [least, minimum(add(aHi, bHi), orBits(left.possible, right.possible))];
  });
}

/** |a - b| <= a ^ b <= a + b */
export function xorRanges(a: Ranges, b: Ranges): Ranges {
  return combine(a, b, (aLo, aHi, bLo, bHi) => {
    const left = knownBits(aLo, aHi);
    const right = knownBits(bLo, bHi);
    // a bit that is one in all of one side and in none of the other is one; one in all of both is zero
    const onlyLeft = subtract(left.ones, andBits(left.ones, right.possible));
    const onlyRight = subtract(right.ones, andBits(right.ones, left.possible));
    const least = maximum(maximum(subtract(aLo, bHi), subtract(bLo, aHi)), orBits(onlyLeft, onlyRight));
    const possible = subtract(orBits(left.possible, right.possible), andBits(left.ones, right.ones));
    return [least, minimum(add(aHi, bHi), possible)];
  });
}

/** True where neither argument can be negative: the need of the bitwise operations. */
export function areNatural(args: readonly Abstract[]): boolean {
  return [0, 1].every((position) => atMost(rangesAt(args, position), -1).length === 0);
}

/** The transfer function of an operation on natural numbers, to which its need cuts the arguments. */
export function onNaturals(of: (a: Ranges, b: Ranges) => Ranges): Analysis['transfer'] {
  return onRanges((a, b) => of(atLeast(a, 0), atLeast(b, 0)));
}
