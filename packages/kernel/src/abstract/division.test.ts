import { divide, floorDivide, floorRemainder, type Int, remainder } from '../types/integer.js';
import { dividendRanges, factorRanges, floorDividendRanges, floorRemainderRanges, quotientRanges, remainderRanges } from './division.js';
import { contains, type Ranges } from './ranges.js';

const EDGES = [-7, -4, -3, -1, 0, 1, 2, 3, 6] as const;
const RANGES: readonly Ranges[] = EDGES.flatMap((lo) => EDGES.filter((hi) => lo <= hi).map((hi) => [lo, hi]));
const POSITIVE = RANGES.filter(([lo]) => Number(lo) >= 1);

const integersOf = ([lo, hi]: Ranges): readonly number[] =>
  Array.from({ length: Number(hi) - Number(lo) + 1 }, (_, index) => Number(lo) + index);

/** The results of a function on two sets, without the pairs whose second integer is 0. */
const resultsOf = (a: Ranges, b: Ranges, of: (a: Int, b: Int) => Int): readonly Int[] =>
  integersOf(a).flatMap((x) => integersOf(b).flatMap((y) => (y === 0 ? [] : [of(x, y)])));

it.each([
  ['quotients, rounded toward zero', (a: Ranges, b: Ranges) => quotientRanges(a, b, divide), divide],
  ['quotients, rounded down', (a: Ranges, b: Ranges) => quotientRanges(a, b, floorDivide), floorDivide],
  ['remainders, rounded toward zero', remainderRanges, remainder],
  ['remainders, rounded down', floorRemainderRanges, floorRemainder],
])('%s are all in the set', (_, setOf, of) => {
  for (const a of RANGES) {
    for (const b of RANGES) {
      const set = setOf(a, b);
      expect(resultsOf(a, b, of).filter((result) => !contains(set, result))).toEqual([]);
    }
  }
});

it('for one divisor the set of quotients is exact, and there are at most |divisor| remainders', () => {
  for (const a of RANGES) {
    for (const divisor of [-3, 1, 2]) {
      const b: Ranges = [divisor, divisor];
      const [quotients, remainders] = [quotientRanges(a, b, divide), floorRemainderRanges(a, b)];
      expect(new Set(resultsOf(a, b, divide)).size).toBe(sizeOf(quotients));
      expect(sizeOf(remainders)).toBeLessThanOrEqual(Math.abs(divisor));
    }
  }
});

it('a dividend below the divisor is its own remainder', () => {
  expect(remainderRanges([2, 5], [6, 9])).toEqual([2, 5]);
  expect(remainderRanges([-5, -2], [6, 9])).toEqual([-5, -2]);
  expect(remainderRanges([0, 9], [3, 3])).toEqual([0, 2]);
  expect(floorRemainderRanges([2, 5], [6, 9])).toEqual([2, 5]);
  expect(floorRemainderRanges([0, 3], [6, 9])).toEqual([0, 3]);
});

it.each([
  ['toward zero', dividendRanges, divide],
  ['down', floorDividendRanges, floorDivide],
])('every dividend whose quotient, rounded %s, is in a set is in the set of dividends', (_, setOf, of) => {
  for (const quotient of RANGES) {
    for (const divisor of POSITIVE) {
      const set = setOf(quotient, divisor);
      const dividends = integersOf([-60, 60]).filter((a) => integersOf(divisor).some((b) => contains(quotient, of(a, b))));
      expect(dividends.filter((dividend) => !contains(set, dividend))).toEqual([]);
      // The bounds of the result are the least and the greatest dividend.
      expect(set).toEqual([dividends[0], dividends.at(-1)]);
    }
  }
});

it('the set of factors is exact: the integers whose product is in a set', () => {
  for (const product of RANGES) {
    for (const factor of [-3, -1, 1, 2]) {
      const set = factorRanges(product, factor);
      for (const x of integersOf([-20, 20])) expect(contains(set, x)).toBe(contains(product, x * factor));
    }
  }
  expect(factorRanges([1, 2], 3)).toEqual([]);
});

function sizeOf(set: Ranges): number {
  return set.reduce<number>((sum, bound, index) => sum + (index % 2 === 1 ? Number(bound) - Number(set[index - 1]) + 1 : 0), 0);
}
