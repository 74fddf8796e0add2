import { add, type Int, isAtMost, maximum, minimum, subtract } from '../types/integer.js';

/**
 * A set of integers as a union of ranges `lo0, hi0, lo1, hi1, …`. Each has lo <= hi; they ascend, with a gap of at least one
 * between them. It has at most {@link MAX_RANGES} ranges; beyond the limit the narrowest gaps are filled, which only makes the
 * set larger. An empty array is the empty set.
 */
export type Ranges = readonly Int[];

export const MAX_RANGES = 8;

export type Pair = readonly [Int, Int];

/**
 * The range lo..hi, lo <= hi. V8 keeps small integers, other numbers and other values in arrays of three kinds, and converts an
 * array when code that has read several kinds reads it. The bigint in the literal makes it an array of the last kind.
 */
export function pair(lo: Int, hi: Int): Pair {
  const made: [Int, Int] = [lo, 0n];
  made[1] = hi;
  return made;
}

export function range(lo: Int, hi: Int): Ranges {
  return isAtMost(lo, hi) ? pair(lo, hi) : [];
}

export function lowest(ranges: Ranges): Int {
  return boundAt(ranges, 0);
}

export function highest(ranges: Ranges): Int {
  return boundAt(ranges, ranges.length - 1);
}

/** A bound by its place: the even places have the beginnings, the odd ones the ends. */
export function boundAt(ranges: Ranges, index: number): Int {
  const value = ranges[index];
  if (value === undefined) throw new RangeError('an empty set of integers has no bounds');
  return value;
}

/** Union. */
export function unite(a: Ranges, b: Ranges, most = MAX_RANGES): Ranges {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  if (a.length === 2 && b.length === 2 && most > 1) return isAtMost(boundAt(a, 0), boundAt(b, 0)) ? uniteOrdered(a, b) : uniteOrdered(b, a);
  if (a.length <= 2 * most && isAtEndOf(a, b)) return uniteAtEnd(a, boundAt(b, 0), boundAt(b, 1), most);
  return limit(merge(a, b), most);
}

/**
 * Adds a set to `own`, which nobody else reads yet, or to a copy of it: the same union as {@link unite}, without a copy if each set
 * is one range that begins no lower than the last one. Returns the list with the union.
 */
export function addTo(own: Int[], more: Ranges): Int[] {
  if (own.length === 0 || !isAtEndOf(own, more)) return unite(own, more).slice();
  const hi = boundAt(more, 1);
  if (!isAtMost(hi, highest(own))) extend(own, boundAt(more, 0), hi, MAX_RANGES);
  return own;
}

/** True for one range that begins no lower than the last one of `a`. */
function isAtEndOf(a: Ranges, b: Ranges): boolean {
  return b.length === 2 && isAtMost(boundAt(a, a.length - 2), boundAt(b, 0));
}

/** Union with a range that begins no lower than the last one of `a`. */
function uniteAtEnd(a: Ranges, lo: Int, hi: Int, most: number): Ranges {
  if (isAtMost(hi, highest(a))) return a;
  const out = a.slice();
  extend(out, lo, hi, most);
  return out;
}

/** Adds a range that begins no lower than the last one, and ends higher. */
function extend(out: Int[], lo: Int, hi: Int, most: number): void {
  if (isAtMost(lo, add(highest(out), 1))) out[out.length - 1] = hi;
  else if (out.length < 2 * most) out.push(lo, hi);
  else replaceNarrowestGap(out, lo, hi);
}

/** Appends a range and fills the narrowest gap, the first one of several: as {@link limit} does, without a longer array. */
function replaceNarrowestGap(ranges: Int[], lo: Int, hi: Int): void {
  const end = ranges.length - 1;
  let narrowest = end;
  let least = subtract(lo, boundAt(ranges, end));
  for (let i = end - 2; i > 0; i -= 2) {
    const next = gap(ranges, i);
    if (isAtMost(next, least)) {
      narrowest = i;
      least = next;
    }
  }
  for (let i = narrowest; i < end - 1; i += 1) ranges[i] = boundAt(ranges, i + 2);
  if (narrowest < end) ranges[end - 1] = lo;
  ranges[end] = hi;
}

/** Union of two ranges; the first has the lower beginning. */
function uniteOrdered(a: Ranges, b: Ranges): Ranges {
  if (isAtMost(boundAt(b, 1), boundAt(a, 1))) return a;
  return isAtMost(boundAt(b, 0), add(boundAt(a, 1), 1))
    ? pair(boundAt(a, 0), boundAt(b, 1))
    : [boundAt(a, 0), boundAt(a, 1), boundAt(b, 0), boundAt(b, 1)];
}

/** All ranges of two nonempty sets in order, with touching ranges joined. */
function merge(a: Ranges, b: Ranges): Int[] {
  const out: Int[] = [];
  const isFirstOfA = isAtMost(boundAt(a, 0), boundAt(b, 0));
  // The range under construction; the next range does not begin below it.
  let [lo, hi] = isFirstOfA ? [boundAt(a, 0), boundAt(a, 1)] : [boundAt(b, 0), boundAt(b, 1)];
  let i = isFirstOfA ? 2 : 0;
  let j = isFirstOfA ? 0 : 2;
  while (i < a.length || j < b.length) {
    const fromA = j >= b.length || (i < a.length && isAtMost(boundAt(a, i), boundAt(b, j)));
    const nextLo = fromA ? boundAt(a, i) : boundAt(b, j);
    const nextHi = fromA ? boundAt(a, i + 1) : boundAt(b, j + 1);
    if (fromA) i += 2;
    else j += 2;
    if (isAtMost(nextLo, hi) || nextLo === add(hi, 1)) hi = maximum(hi, nextHi);
    else {
      out.push(lo, hi);
      lo = nextLo;
      hi = nextHi;
    }
  }
  out.push(lo, hi);
  return out;
}

/** The union of any ranges (`lo, hi` pairs with lo <= hi, in any order), as at most `most` ranges. */
export function uniteAll(pairs: readonly Pair[], most = MAX_RANGES): Ranges {
  const sorted = areInOrder(pairs) ? pairs : pairs.toSorted((x, y) => (x[0] < y[0] ? -1 : x[0] > y[0] ? 1 : 0));
  const out: Int[] = [];
  for (const next of sorted) {
    const lo = next[0];
    const hi = next[1];
    const last = out[out.length - 1];
    if (last !== undefined && isAtMost(lo, add(last, 1))) out[out.length - 1] = maximum(last, hi);
    else out.push(lo, hi);
  }
  return limit(out, most);
}

/** Returns true if no range begins below the one before it, as is the rule for results of ranges in order. */
function areInOrder(pairs: readonly Pair[]): boolean {
  let before = pairs[0];
  for (const next of pairs) {
    if (before !== undefined && !isAtMost(before[0], next[0])) return false;
    before = next;
  }
  return true;
}

function limit(ranges: Int[], most: number): Ranges {
  while (ranges.length > 2 * most) {
    let narrowest = 1;
    let least = gap(ranges, narrowest);
    for (let i = 3; i < ranges.length - 1; i += 2) {
      const next = gap(ranges, i);
      if (!isAtMost(least, next)) {
        narrowest = i;
        least = next;
      }
    }
    for (let i = narrowest + 2; i < ranges.length; i += 1) ranges[i - 2] = boundAt(ranges, i);
    ranges.length -= 2;
  }
  return ranges;
}

function gap(ranges: Ranges, index: number): Int {
  return subtract(boundAt(ranges, index + 1), boundAt(ranges, index));
}

/** Intersection; `a` itself if the intersection would have more than `most` ranges. */
export function intersect(a: Ranges, b: Ranges, most = MAX_RANGES): Ranges {
  if (a.length === 2 && b.length === 2) {
    if (isAtMost(boundAt(b, 0), boundAt(a, 0)) && isAtMost(boundAt(a, 1), boundAt(b, 1))) return a;
    if (isAtMost(boundAt(a, 0), boundAt(b, 0)) && isAtMost(boundAt(b, 1), boundAt(a, 1))) return b;
    return range(maximum(boundAt(a, 0), boundAt(b, 0)), minimum(boundAt(a, 1), boundAt(b, 1)));
  }
  const out: Int[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const lo = maximum(boundAt(a, i), boundAt(b, j));
    const hi = minimum(boundAt(a, i + 1), boundAt(b, j + 1));
    if (isAtMost(lo, hi)) out.push(lo, hi);
    if (!isAtMost(boundAt(b, j + 1), boundAt(a, i + 1))) i += 2;
    else j += 2;
  }
  return out.length > 2 * most ? a : out;
}

/** The part of `a` outside lo..hi; `a` itself if the part would have more than `most` ranges. */
export function without(a: Ranges, lo: Int, hi: Int, most = MAX_RANGES): Ranges {
  if (a.length === 2 && isAtMost(lo, boundAt(a, 0))) return range(maximum(boundAt(a, 0), add(hi, 1)), boundAt(a, 1));
  const out: Int[] = [];
  for (let i = 0; i < a.length; i += 2) {
    const from = boundAt(a, i);
    const to = boundAt(a, i + 1);
    if (from < lo) out.push(from, minimum(to, subtract(lo, 1)));
    if (to > hi) out.push(maximum(from, add(hi, 1)), to);
  }
  return out.length > 2 * most ? a : out;
}

/** Returns true if every integer of `a` is in `b`. */
export function isSubset(a: Ranges, b: Ranges): boolean {
  if (a.length === 2 && b.length === 2) return isAtMost(boundAt(b, 0), boundAt(a, 0)) && isAtMost(boundAt(a, 1), boundAt(b, 1));
  let j = 0;
  for (let i = 0; i < a.length; i += 2) {
    while (j < b.length && !isAtMost(boundAt(a, i), boundAt(b, j + 1))) j += 2;
    if (j >= b.length || !isAtMost(boundAt(b, j), boundAt(a, i)) || !isAtMost(boundAt(a, i + 1), boundAt(b, j + 1))) return false;
  }
  return true;
}

export function contains(a: Ranges, value: Int): boolean {
  for (let i = 0; i < a.length; i += 2) if (isAtMost(boundAt(a, i), value) && isAtMost(value, boundAt(a, i + 1))) return true;
  return false;
}

export function sameRanges(a: Ranges, b: Ranges): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}
