import {
  type AbstractSequence,
  type AbstractValue,
  boolean,
  containsValue,
  exactTexts,
  integers,
  ofRanges,
  ofValue,
  tags,
  texts,
} from '../../abstract/abstract.js';
import { pairsOf } from '../../abstract/arithmetic.js';
import { uniteAll } from '../../abstract/ranges.js';
import { add, INT64_MAX, INT64_MIN, type Int, subtract } from '../../types/integer.js';
import { NONE, OptionValue, RecordValue, type Value } from '../../values/value.js';
import type { OverloadParameter } from '../overloads.js';

/** Sets of arguments for the soundness tests, small enough to run every value. */

/** Returns all ranges within lo..hi. */
export function subranges(lo: number, hi: number): readonly AbstractValue[] {
  const all: AbstractValue[] = [];
  for (let from = lo; from <= hi; from += 1) for (let to = from; to <= hi; to += 1) all.push(integers(from, to));
  return all;
}

function union(...pairs: (readonly [Int, Int])[]): AbstractValue {
  return ofRanges(uniteAll(pairs));
}

export const WITH_HOLES: readonly AbstractValue[] = [
  union([-5, -3], [2, 4]),
  union([-1, -1], [1, 1]),
  union([-5, -5], [0, 0], [5, 5]),
  union([-2, -1], [1, 2]),
  union([0, 1], [3, 3], [5, 5]),
  union([-4, -4], [-2, -2], [0, 0], [2, 2], [4, 4]),
];

const TWO_53 = 2 ** 53;

export const EDGES: readonly AbstractValue[] = [
  integers(INT64_MIN, add(INT64_MIN, 2)),
  integers(subtract(INT64_MAX, 2), INT64_MAX),
  integers(INT64_MAX, INT64_MAX),
  integers(subtract(-TWO_53, 1), add(-TWO_53, 2)),
  integers(TWO_53 - 2, add(TWO_53, 1)),
  integers(2 ** 31 - 2, 2 ** 31 + 1),
  integers(-(2 ** 32) - 1, -(2 ** 32) + 1),
  integers(3_037_000_498, 3_037_000_500),
  integers(60, 64),
  integers(-2, 2),
  integers(-1, -1),
  integers(3, 7),
  union([INT64_MIN, INT64_MIN], [INT64_MAX, INT64_MAX]),
  union([-7, -6], [0, 0], [9, 10]),
];

const ALPHABET = ['a', 'b', '\u{1f600}'];

function textsUpTo(length: number): readonly string[] {
  let last: readonly string[] = [''];
  const all: string[] = [''];
  for (let i = 0; i < length; i += 1) {
    last = last.flatMap((text) => ALPHABET.map((character) => text + character));
    all.push(...last);
  }
  return all;
}

/** The sample texts that represent a set of texts by length. */
const SOME_TEXTS: readonly string[] = [...textsUpTo(3), 'A', ' a', 'a ', ' ', '*', 'bZa', '\uffff', 'aaaa', 'abab'];

export const TEXTS: readonly AbstractValue[] = [
  ...['', 'a', 'ab', 'ba', 'aab', 'A', ' a ', '\u{1f600}', '\uffff', '*'].map((text) => exactTexts([text])),
  exactTexts(['', 'a']),
  exactTexts(['a', 'b', 'ab']),
  exactTexts(['aa', '\u{1f600}b']),
  texts(0, 0),
  texts(0, 1),
  texts(0, 3),
  texts(1, 2),
  texts(2, 2),
  texts(3, 4),
];

/** Sets with few enough values to be tested in triples. */
export const FEW_TEXTS: readonly AbstractValue[] = TEXTS.filter((view) => valuesOf(view).length < 12);

/** Sets for tests with relations, which are many: texts of different lengths, and one set by length. */
export const RELATED_TEXTS: readonly AbstractValue[] = [
  ...['', 'b', 'ab'].map((text) => exactTexts([text])),
  exactTexts(['', 'a', 'ab']),
  exactTexts(['aa', '\u{1f600}b']),
  texts(1, 1),
];

const PATTERNS = ['', '*', '?', 'a', 'a*', '*a', '?*', 'a?b', '\\*', '**', 'a*b*', '??', '*\u{1f600}?'];

export const BOOLEANS: readonly AbstractValue[] = [boolean(true, false), boolean(false, true), boolean(true, true)];

export const TAGS: readonly AbstractValue[] = [['a'], ['b'], ['a', 'b'], ['b', 'c'], ['a', 'b', 'c']].map(tags);

/** Returns test sets for a literal parameter. */
export function literalSets({ type }: OverloadParameter): readonly AbstractValue[] {
  if (type.kind === 'integer') return [1, 2, 3, 8, 62, 63].map((value) => integers(value, value));
  if (type.kind === 'text') return PATTERNS.map((pattern) => ofValue(pattern, type));
  throw new Error(`no literals of type ${type.kind}`);
}

/** Returns the values of a set; for texts by length, the sample texts of this length. */
export function valuesOf(view: AbstractValue): readonly Value[] {
  switch (view.kind) {
    case 'never':
      return [];
    case 'integer':
      return pairsOf(view.ranges).flatMap(([lo, hi]) => integersFrom(lo, hi));
    case 'boolean':
      return [false, true].filter((value) => containsValue(view, value));
    case 'enumeration':
      return view.tags;
    case 'text':
      return view.values ?? SOME_TEXTS.filter((text) => containsValue(view, text));
    case 'bytes':
      return sequencesOf(view).map((bytes) => Uint8Array.from(bytes, Number));
    case 'list':
      return sequencesOf(view);
    case 'record':
      return product(view.fields.map((field) => valuesOf(field.view))).map(
        (values) => new RecordValue(new Map(view.fields.map(({ name }, i) => [name, values[i] ?? false]))),
      );
    case 'option':
      return [...(view.none ? [NONE] : []), ...valuesOf(view.some).map((content) => new OptionValue(content))];
  }
}

/** Returns every sequence of a set; the sets for long sequences are small. */
function sequencesOf(view: AbstractSequence): readonly (readonly Value[])[] {
  if (view.items !== null) return product(view.items.map(valuesOf));
  return Array.from({ length: view.hi - view.lo + 1 }, (_, i) => view.lo + i).flatMap((length) =>
    product(Array.from({ length }, () => valuesOf(view.element))),
  );
}

function integersFrom(lo: Int, hi: Int): readonly Int[] {
  return Array.from({ length: Number(subtract(hi, lo)) + 1 }, (_, i) => add(lo, i));
}

/** Returns every choice of one value from each list. */
export function product<T>(choices: readonly (readonly T[])[]): readonly (readonly T[])[] {
  return choices.reduce<readonly (readonly T[])[]>(
    (tuples, values) => tuples.flatMap((tuple) => values.map((value) => [...tuple, value])),
    [[]],
  );
}
