import * as fc from 'fast-check';
import { INT64_MAX, INT64_MIN, type Int } from '../types/integer.js';
import { addTo, contains, intersect, isSubset, MAX_RANGES, type Ranges, range, sameRanges, unite, uniteAll, without } from './ranges.js';

/** Every set of integers 0..9 as a bit mask: 1,024 sets, some of them with five ranges. */
const UNIVERSE = Array.from({ length: 10 }, (_, i) => i);
const SETS: readonly Ranges[] = Array.from({ length: 1 << UNIVERSE.length }, (_, mask) =>
  uniteAll(UNIVERSE.filter((value) => (mask >> value) & 1).map((value) => [value, value])),
);
const SOME = SETS.filter((_, mask) => mask % 7 === 0 || mask % 31 === 1);

/** Numbers with a gap of one between them: more ranges than a set may have. */
function scattered(count: number, step = 2): readonly (readonly [Int, Int])[] {
  return Array.from({ length: count }, (_, i) => [i * step, i * step]);
}

function isWellFormed(ranges: Ranges): boolean {
  const ascending = ranges.every((value, i) => {
    const before = ranges[i - 1];
    return before === undefined || (i % 2 === 1 ? before <= value : BigInt(before) + 1n < BigInt(value));
  });
  return ranges.length % 2 === 0 && ranges.length <= 2 * MAX_RANGES && ascending;
}

it('every set of single values is represented exactly and in canonical form', () => {
  SETS.forEach((set, mask) => {
    expect(isWellFormed(set)).toBe(true);
    for (const value of UNIVERSE) expect(contains(set, value)).toBe(((mask >> value) & 1) === 1);
  });
});

it('union, intersection, subset and equality are those of sets', () => {
  const wrong: (readonly Ranges[])[] = [];
  for (const a of SOME) {
    for (const b of SOME) {
      const [union, both] = [unite(a, b), intersect(a, b)];
      const areRight = UNIVERSE.every(
        (value) =>
          contains(union, value) === (contains(a, value) || contains(b, value)) &&
          contains(both, value) === (contains(a, value) && contains(b, value)),
      );
      const isSubsetRight = isSubset(a, b) === UNIVERSE.every((value) => !contains(a, value) || contains(b, value));
      const areFormed = isWellFormed(union) && isWellFormed(both);
      if (!areRight || !isSubsetRight || !areFormed || sameRanges(a, b) !== (a === b)) wrong.push([a, b]);
    }
  }
  expect(wrong).toEqual([]);
});

it('removing a range leaves the values outside it', () => {
  for (const a of SETS) {
    for (const [lo, hi] of [
      [0, 0],
      [3, 5],
      [4, 4],
      [7, 20],
      [-5, 30],
    ] as const) {
      const rest = without(a, lo, hi);
      expect(UNIVERSE.filter((value) => contains(rest, value))).toEqual(
        UNIVERSE.filter((value) => contains(a, value) && (value < lo || value > hi)),
      );
      expect(isWellFormed(rest)).toBe(true);
    }
  }
});

it('a set of too many ranges is widened and loses no value', () => {
  const many = uniteAll([...scattered(40), [1000, 1000]]);
  expect(isWellFormed(many)).toBe(true);
  for (const [value] of scattered(40)) expect(contains(many, value)).toBe(true);
  expect(contains(many, 1000)).toBe(true);
  expect(contains(many, 500)).toBe(false);
  const eight = uniteAll(scattered(MAX_RANGES));
  const nine = unite(eight, range(100, 100));
  expect(isWellFormed(nine) && isSubset(eight, nine) && contains(nine, 100)).toBe(true);
});

it('a ninth range behind the others fills the narrowest gap, the first one of several', () => {
  for (const first of Array.from({ length: MAX_RANGES }, (_, i) => i)) {
    for (const second of Array.from({ length: MAX_RANGES }, (_, i) => i)) {
      let begin = 0;
      const nine = Array.from({ length: MAX_RANGES + 1 }, (_, i): readonly [Int, Int] => {
        begin += i > 0 && (i - 1 === first || i - 1 === second) ? 15 : 20;
        return [begin, begin + 10];
      });
      const expected = nine.flat().filter((_, i) => i !== 2 * Math.min(first, second) + 1 && i !== 2 * Math.min(first, second) + 2);
      const [lo = 0, hi = 0] = nine[MAX_RANGES] ?? [];
      expect(unite(nine.slice(0, MAX_RANGES).flat(), range(lo, hi))).toEqual(expected);
    }
  }
});

it('an intersection or difference of too many ranges is no wider than the first set', () => {
  const eight = uniteAll(scattered(MAX_RANGES, 10).map(([lo]) => [lo, Number(lo) + 8]));
  const rest = without(eight, 4, 4);
  expect(isSubset(rest, eight) && isWellFormed(rest)).toBe(true);
  const shifted = uniteAll(scattered(MAX_RANGES, 10).map(([lo]) => [Number(lo) + 6, Number(lo) + 13]));
  const both = intersect(eight, shifted);
  expect(isSubset(both, eight) && isWellFormed(both)).toBe(true);
  for (let value = 0; value < 100; value += 1) {
    if (contains(eight, value) && contains(shifted, value)) expect(contains(both, value)).toBe(true);
    if (contains(eight, value) && value !== 4) expect(contains(rest, value)).toBe(true);
  }
});

it('an intersection or difference of the maximal number of ranges is exact', () => {
  const cut = uniteAll(scattered(MAX_RANGES, 10).map(([lo]) => [lo, Number(lo) + 8]));
  const last = 10 * (MAX_RANGES - 1) + 8;
  expect(intersect(cut, range(1, last - 1))).toEqual([1, ...cut.slice(1, -1), last - 1]);
  expect(without(cut.slice(2), 14, 14)).toEqual([10, 13, 15, 18, ...cut.slice(4)]);
});

it('the limits of 64 bits are handled like other values', () => {
  const ends = uniteAll([
    [INT64_MAX, INT64_MAX],
    [INT64_MIN, INT64_MIN],
  ]);
  expect(ends).toEqual([INT64_MIN, INT64_MIN, INT64_MAX, INT64_MAX]);
  expect(unite(ends, range(INT64_MIN, INT64_MAX))).toEqual([INT64_MIN, INT64_MAX]);
  expect(without(range(INT64_MIN, INT64_MAX), 0, 0)).toEqual([INT64_MIN, -1, 1, INT64_MAX]);
});

it('a range with hi < lo is empty', () => {
  expect(range(1, 0)).toEqual([]);
  expect(contains(range(1, 0), 0)).toBe(false);
});

it('adds to a list in place what a union of copies has', () => {
  const bound = fc.oneof(fc.integer({ min: -60, max: 60 }), fc.maxSafeInteger());
  const set = fc
    .array(fc.tuple(bound, fc.nat({ max: 12 })), { maxLength: 4 })
    .map((pairs) => uniteAll(pairs.map(([lo, width]) => [lo, Math.min(lo + width, Number.MAX_SAFE_INTEGER)])));
  const ascending = fc
    .tuple(fc.nat({ max: 30 }), fc.nat({ max: 30 }), fc.integer({ min: 2, max: 30 }))
    .map(([lo, width, count]) => Array.from({ length: count }, (_, step) => range(step * lo, step * (lo + width) + width)));
  fc.assert(
    fc.property(fc.oneof(fc.array(set, { maxLength: 20 }), ascending), (sets) => {
      const before = JSON.stringify(sets);
      let own: ReturnType<typeof addTo> = [];
      let union: Ranges = [];
      for (const more of sets) {
        own = addTo(own, more);
        union = unite(union, more);
        expect(own).toEqual(union);
      }
      expect(JSON.stringify(sets)).toBe(before);
    }),
  );
});
