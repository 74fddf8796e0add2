import {
  common,
  type ExactBounds,
  floorRemainderBounds,
  hullOf,
  isInside,
  productBounds,
  quotientBounds,
  remainderBounds,
  widthOf,
} from './bounds.js';

/** Every interval of small integers, compared with the integers in it. */
const ENDS = Array.from({ length: 19 }, (_, index) => BigInt(index - 9));
const INTERVALS: readonly ExactBounds[] = ENDS.flatMap((lo) => ENDS.filter((hi) => lo <= hi).map((hi) => ({ lo, hi })));
const FEW = INTERVALS.filter(({ lo, hi }) => lo >= -4n && hi <= 4n);
const PAIRS = FEW.flatMap((a) => FEW.map((b) => [a, b] as const));

const integersIn = ({ lo, hi }: ExactBounds): readonly bigint[] =>
  Array.from({ length: Number(hi - lo) + 1 }, (_, index) => lo + BigInt(index));
const has = ({ lo, hi }: ExactBounds, value: bigint): boolean => lo <= value && value <= hi;

/** All pairs of an integer of each interval, the second one not 0. */
const divisions = (a: ExactBounds, b: ExactBounds): readonly (readonly [bigint, bigint])[] =>
  integersIn(a).flatMap((x) => integersIn(b).flatMap((y): (readonly [bigint, bigint])[] => (y === 0n ? [] : [[x, y]])));

function floored(a: bigint, b: bigint): bigint {
  return ((a % b) + b) % b;
}

function hullOfAll(values: readonly bigint[]): string {
  return `${values.reduce((a, b) => (a < b ? a : b))}..${values.reduce((a, b) => (a > b ? a : b))}`;
}

function written({ lo, hi }: ExactBounds): string {
  return `${lo}..${hi}`;
}

function fits({ lo, hi }: ExactBounds, width: number): boolean {
  const most = 2n ** BigInt(width - 1);
  return -most <= lo && hi < most;
}

test('common() is the intersection of two intervals', () => {
  const wrong = PAIRS.filter(([a, b]) => {
    const both = integersIn(a).filter((value) => has(b, value));
    const found = common(a, b);
    return (found === null ? [] : integersIn(found)).join() !== both.join() || (found === null) !== (both.length === 0);
  });
  expect(wrong).toEqual([]);
});

test('isInside() holds exactly if the other interval has all the integers', () => {
  expect(PAIRS.filter(([a, b]) => isInside(a, b) !== integersIn(a).every((value) => has(b, value)))).toEqual([]);
});

test('the hull of two intervals, and of their products, is the least interval with all of them', () => {
  const wrong = PAIRS.filter(([a, b]) => {
    const products = integersIn(a).flatMap((x) => integersIn(b).map((y) => x * y));
    return (
      written(hullOf(a, b)) !== hullOfAll([...integersIn(a), ...integersIn(b)]) || written(productBounds(a, b)) !== hullOfAll(products)
    );
  });
  expect(wrong).toEqual([]);
});

/** Looser than the least interval, but of the same sign: a value that is never negative has no sign bit to lose. */
test.each([
  ['truncated remainders', remainderBounds, (x: bigint, y: bigint) => x % y],
  ['floored remainders', (_: ExactBounds, b: ExactBounds) => floorRemainderBounds(b), floored],
  ['quotients', quotientBounds, (x: bigint, y: bigint) => x / y],
] as const)('bounds of %s have all of them, and none of a sign that the operands exclude', (name, boundsOf, exact) => {
  const wrong = PAIRS.filter(([a, b]) => {
    const bounds = boundsOf(a, b);
    const results = divisions(a, b).map(([x, y]) => exact(x, y));
    const signed = name === 'truncated remainders' ? [a] : name === 'floored remainders' ? [b] : [a, b];
    const isNatural = signed.every(({ lo }) => lo >= 0n);
    return !results.every((value) => has(bounds, value)) || (isNatural && bounds.lo !== 0n);
  });
  expect(wrong).toEqual([]);
});

test('a width is the least whose two’s complement has the whole interval', () => {
  const wrong = INTERVALS.filter((bounds) => {
    const width = widthOf(bounds);
    return !fits(bounds, width) || (width > 1 && fits(bounds, width - 1));
  });
  expect(wrong).toEqual([]);
});
