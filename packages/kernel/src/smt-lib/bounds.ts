/**
 * Intervals of exact integers of any size, `lo <= hi`: the possible values of an integer term at a reached place. They choose the
 * widths of vectors and settle signs. Each function returns an interval that contains every exact result.
 */
export interface ExactBounds {
  readonly lo: bigint;
  readonly hi: bigint;
}

export const INT64_BOUNDS: ExactBounds = { lo: -(2n ** 63n), hi: 2n ** 63n - 1n };

export function exactly(value: bigint): ExactBounds {
  return { lo: value, hi: value };
}

export function hullOf(a: ExactBounds, b: ExactBounds): ExactBounds {
  return { lo: least(a.lo, b.lo), hi: greatest(a.hi, b.hi) };
}

/** Returns the intersection of two intervals; `null` if they are disjoint. */
export function common(a: ExactBounds, b: ExactBounds): ExactBounds | null {
  const lo = greatest(a.lo, b.lo);
  const hi = least(a.hi, b.hi);
  return lo <= hi ? { lo, hi } : null;
}

export function isInside(a: ExactBounds, b: ExactBounds): boolean {
  return b.lo <= a.lo && a.hi <= b.hi;
}

export function sumBounds(a: ExactBounds, b: ExactBounds): ExactBounds {
  return { lo: a.lo + b.lo, hi: a.hi + b.hi };
}

export function differenceBounds(a: ExactBounds, b: ExactBounds): ExactBounds {
  return { lo: a.lo - b.hi, hi: a.hi - b.lo };
}

/** A product has its extreme values at the corners. */
export function productBounds(a: ExactBounds, b: ExactBounds): ExactBounds {
  const corners = [a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi];
  return { lo: corners.reduce(least), hi: corners.reduce(greatest) };
}

/** Bounds a quotient rounded either down or up: it is never further from 0 than the dividend. */
export function quotientBounds(a: ExactBounds, b: ExactBounds): ExactBounds {
  const most = magnitude(a);
  return a.lo >= 0n && b.lo >= 0n ? { lo: 0n, hi: most } : { lo: -most, hi: most };
}

/** Bounds the remainder of a truncating division: it has the sign of `a` and is nearer to 0 than `b`. */
export function remainderBounds(a: ExactBounds, b: ExactBounds): ExactBounds {
  const most = least(magnitude(a), below(magnitude(b)));
  return { lo: a.lo < 0n ? -most : 0n, hi: a.hi > 0n ? most : 0n };
}

/** Bounds the remainder of a division rounded down: it has the sign of `b` and is nearer to 0 than `b`. */
export function floorRemainderBounds(b: ExactBounds): ExactBounds {
  const most = below(magnitude(b));
  return { lo: b.lo < 0n ? -most : 0n, hi: b.hi > 0n ? most : 0n };
}

function magnitude({ lo, hi }: ExactBounds): bigint {
  return greatest(lo < 0n ? -lo : lo, hi < 0n ? -hi : hi);
}

function below(magnitudeOfDivisor: bigint): bigint {
  return magnitudeOfDivisor === 0n ? 0n : magnitudeOfDivisor - 1n;
}

export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function greatest(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/** Returns the least number of bits, at least 1, whose two's complement holds the whole interval. */
export function widthOf({ lo, hi }: ExactBounds): number {
  return Math.max(bitsOf(lo < 0n ? -lo - 1n : lo), bitsOf(hi < 0n ? -hi - 1n : hi)) + 1;
}

function bitsOf(magnitudeBits: bigint): number {
  return magnitudeBits === 0n ? 0 : magnitudeBits.toString(2).length;
}
