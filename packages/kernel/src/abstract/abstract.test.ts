import type { Value } from '../values/value.js';
import {
  type Abstract,
  boolean,
  containsValue,
  exactTexts,
  isWithin,
  join,
  MAX_TEXT_UNITS,
  MAX_TEXTS,
  meet,
  NEVER,
  ofRanges,
  onlyValue,
  sameAbstract,
  tags,
  texts,
} from './abstract.js';

/** A few sets of each kind, and values that tell them apart. */
const KINDS: readonly { readonly sets: readonly Abstract[]; readonly values: readonly Value[] }[] = [
  {
    sets: [NEVER, ofRanges([0, 5]), ofRanges([5, 9]), ofRanges([0, 0, 5, 5, 9, 9]), ofRanges([2, 3]), ofRanges([-4, -1, 6, 6])],
    values: Array.from({ length: 16 }, (_, i) => i - 5),
  },
  { sets: [NEVER, boolean(true, false), boolean(false, true), boolean(true, true)], values: [true, false] },
  { sets: [NEVER, tags(['a']), tags(['b', 'c']), tags(['a', 'c']), tags(['a', 'b', 'c'])], values: ['a', 'b', 'c'] },
  {
    sets: [NEVER, texts(0, 0), texts(0, 2), texts(1, 3), exactTexts(['']), exactTexts(['a', 'bb']), exactTexts(['bb', '\u{1f600}'])],
    values: ['', 'a', 'b', 'bb', '\u{1f600}', 'ccc', 'dddd'],
  },
];

const PAIRS = KINDS.flatMap(({ sets, values }) => sets.flatMap((a) => sets.map((b) => ({ a, b, values }))));

it('a join holds every value of both', () => {
  for (const { a, b, values } of PAIRS) {
    const both = join(a, b);
    for (const value of values) if (containsValue(a, value) || containsValue(b, value)) expect(containsValue(both, value)).toBe(true);
    expect(isWithin(a, both) && isWithin(b, both)).toBe(true);
  }
});

it('a meet holds every value that is in both, and is no wider than either', () => {
  for (const { a, b, values } of PAIRS) {
    const common = meet(a, b);
    expect(values.filter((value) => containsValue(common, value))).toEqual(
      values.filter((value) => containsValue(a, value) && containsValue(b, value)),
    );
    expect(isWithin(common, a) && isWithin(common, b)).toBe(true);
  }
});

it('a set is within another only where all its values are', () => {
  for (const { a, b, values } of PAIRS) {
    if (!isWithin(a, b)) continue;
    for (const value of values) if (containsValue(a, value)) expect(containsValue(b, value)).toBe(true);
  }
});

it('sets are the same only where each is within the other', () => {
  for (const { a, b } of PAIRS) expect(sameAbstract(a, b)).toBe(isWithin(a, b) && isWithin(b, a));
});

it('the only value of a set is its only value', () => {
  for (const { a, values } of PAIRS) {
    const only = onlyValue(a);
    if (only !== undefined) expect(values.filter((value) => containsValue(a, value))).toEqual([only]);
  }
});

it('texts are exact while they are few and short', () => {
  const few = Array.from({ length: MAX_TEXTS }, (_, i) => `t${i}`);
  expect(exactTexts(few)).toEqual({ kind: 'text', lo: 2, hi: 2, values: few });
  expect(exactTexts([...few, 'one more'])).toEqual(texts(2, 8));
  const longest = 'x'.repeat(MAX_TEXT_UNITS);
  expect(onlyValue(exactTexts([longest]))).toBe(longest);
  expect(exactTexts([`${longest}x`])).toEqual(texts(MAX_TEXT_UNITS + 1, MAX_TEXT_UNITS + 1));
});

it('the empty set has one representation', () => {
  for (const empty of [ofRanges([]), boolean(false, false), tags([]), exactTexts([]), texts(3, 2)]) expect(empty).toBe(NEVER);
});
