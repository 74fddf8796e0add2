import { BOOLEAN, BYTES, INTEGER, TEXT, type Type } from '../types/domain.js';
import { ALL_CHARACTERS, MAX_CHARACTER_RANGES, TEXT_FORMS } from '../types/text-forms.js';
import { NONE, OptionValue, RecordValue, type Value } from '../values/value.js';
import {
  type AbstractValue,
  boolean,
  containsValue,
  EITHER,
  exactTexts,
  haveOneType,
  INT64,
  integers,
  isOfType,
  isWithin,
  itemsOf,
  join,
  joinAll,
  MAX_ITEMS,
  MAX_TEXT_UNITS,
  MAX_TEXTS,
  meet,
  NEVER,
  ofRanges,
  ofType,
  ofValue,
  onlyValue,
  option,
  record,
  sameAbstract,
  sequence,
  tags,
  texts,
} from './abstract.js';
import { MAX_RANGES } from './ranges.js';

const [LOW, HIGH, ONE] = [integers(0, 1), integers(1, 2), integers(1, 1)];

/** All lists of 0, 1 and 2 with up to three elements. */
const LISTS = [0, 1, 2, 3].reduce<readonly (readonly number[])[][]>(
  (shorter, length) => [
    ...shorter,
    length === 0 ? [[]] : (shorter.at(-1) ?? []).flatMap((list) => [0, 1, 2].map((last) => [...list, last])),
  ],
  [],
);

function sequencesOf(kind: 'bytes' | 'list'): readonly AbstractValue[] {
  return [
    NEVER,
    sequence(kind, 0, 1, ONE),
    sequence(kind, 0, 2, LOW),
    sequence(kind, 2, 2, LOW),
    sequence(kind, 1, 3, HIGH),
    sequence(kind, 3, 3, HIGH),
    itemsOf(kind, []),
    itemsOf(kind, [LOW]),
    itemsOf(kind, [LOW, ONE]),
    itemsOf(kind, [HIGH, HIGH]),
    itemsOf(kind, [HIGH, LOW, ONE]),
  ];
}

function typeOfFields(fields: Readonly<Record<string, Type>>): Type {
  return { kind: 'record', fields: Object.entries(fields).map(([name, type]) => ({ name, type })) };
}

function fieldsOf(fields: Readonly<Record<string, AbstractValue>>): AbstractValue {
  return record(Object.entries(fields).map(([name, view]) => ({ name, view })));
}

const ABC: Type = { kind: 'enumeration', tags: ['a', 'b', 'c'] };

/** A few sets of each type, and values that distinguish them. */
const SETS_OF_TYPES: readonly { readonly type: Type; readonly sets: readonly AbstractValue[]; readonly values: readonly Value[] }[] = [
  {
    type: INTEGER,
    sets: [NEVER, ofRanges([0, 5]), ofRanges([5, 9]), ofRanges([0, 0, 5, 5, 9, 9]), ofRanges([2, 3]), ofRanges([-4, -1, 6, 6])],
    values: Array.from({ length: 16 }, (_, i) => i - 5),
  },
  { type: BOOLEAN, sets: [NEVER, boolean(true, false), boolean(false, true), EITHER], values: [true, false] },
  { type: ABC, sets: [NEVER, tags(['a']), tags(['b', 'c']), tags(['a', 'c']), tags(['a', 'b', 'c'])], values: ['a', 'b', 'c'] },
  {
    type: TEXT,
    sets: [
      NEVER,
      texts(0, 0),
      texts(0, 2),
      texts(1, 3),
      exactTexts(['']),
      exactTexts(['a', 'bb']),
      exactTexts(['bb', '\u{1f600}']),
      exactTexts(['a', '10.0.0.1']),
      texts(0, 2, [0x61, 0x62]),
      texts(1, 1, [0x62, 0x7a]),
      texts(0, 4, [0x2e, 0x2e, 0x64, 0x64, 0x1_f600, 0x1_f600]),
      ...TEXT_FORMS.map((form) => texts(0, 5_000, ALL_CHARACTERS, form)),
      texts(0, 2, [0x2f, 0x61], 'path'),
    ],
    values: ['', 'a', 'b', 'bb', '\u{1f600}', 'ccc', 'dddd', 'd.\u{1f600}', 'a.', 'a.b', '10.0.0.1', '0.0.0.00', '::', '/', '/a', '/a/'],
  },
  { type: BYTES, sets: sequencesOf('bytes'), values: LISTS.flat().map((bytes) => Uint8Array.from(bytes)) },
  { type: { kind: 'list', element: INTEGER }, sets: sequencesOf('list'), values: LISTS.flat() },
  {
    type: typeOfFields({ a: INTEGER, b: BOOLEAN }),
    sets: [NEVER, ...[LOW, HIGH, ONE].flatMap((a) => [boolean(true, false), EITHER].map((b) => fieldsOf({ a, b })))],
    values: [0, 1, 2].flatMap((a) =>
      [false, true].map(
        (b) =>
          new RecordValue(
            new Map<string, Value>([
              ['a', a],
              ['b', b],
            ]),
          ),
      ),
    ),
  },
  {
    type: { kind: 'option', value: INTEGER },
    sets: [NEVER, ...[NEVER, LOW, HIGH, ONE].flatMap((some) => [option(false, some), option(true, some)])],
    values: [NONE, ...[0, 1, 2].map((content) => new OptionValue(content))],
  },
];

/** One set for each of several types. */
const TYPES: readonly { readonly type: Type; readonly set: AbstractValue }[] = [
  { type: INTEGER, set: LOW },
  { type: BOOLEAN, set: EITHER },
  { type: ABC, set: tags(['a']) },
  { type: TEXT, set: texts(0, 2) },
  { type: BYTES, set: sequence('bytes', 0, 2, LOW) },
  { type: { kind: 'list', element: INTEGER }, set: sequence('list', 0, 2, LOW) },
  { type: { kind: 'list', element: BOOLEAN }, set: itemsOf('list', [EITHER]) },
  { type: typeOfFields({ a: INTEGER }), set: fieldsOf({ a: LOW }) },
  { type: typeOfFields({ a: INTEGER, b: INTEGER }), set: fieldsOf({ a: LOW, b: LOW }) },
  { type: typeOfFields({ a: INTEGER, b: BOOLEAN }), set: fieldsOf({ a: LOW, b: EITHER }) },
  { type: typeOfFields({ a: INTEGER, c: INTEGER }), set: fieldsOf({ a: LOW, c: LOW }) },
  { type: typeOfFields({ a: INTEGER, b: INTEGER, c: INTEGER }), set: fieldsOf({ a: LOW, b: LOW, c: LOW }) },
  { type: { kind: 'option', value: INTEGER }, set: option(true, LOW) },
  { type: { kind: 'option', value: BOOLEAN }, set: option(false, EITHER) },
];

const PAIRS = SETS_OF_TYPES.flatMap(({ sets, values }) => sets.flatMap((a) => sets.map((b) => ({ a, b, values }))));

it('a join contains every value of both sets', () => {
  for (const { a, b, values } of PAIRS) {
    const both = join(a, b);
    const lost = values.filter((value) => (containsValue(a, value) || containsValue(b, value)) && !containsValue(both, value));
    expect(lost).toEqual([]);
    expect(isWithin(a, both) && isWithin(b, both)).toBe(true);
  }
});

it('a meet of few ranges is the exact intersection, and no wider than either', () => {
  for (const { a, b, values } of PAIRS) {
    const common = meet(a, b);
    expect(values.filter((value) => containsValue(common, value))).toEqual(
      values.filter((value) => containsValue(a, value) && containsValue(b, value)),
    );
    expect(isWithin(common, a) && isWithin(common, b)).toBe(true);
  }
});

/** Returns ranges of nine integers each, with a gap of one between them. */
function apart(from: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => [from + 10 * index, from + 8 + 10 * index]).flat();
}

it('a meet of too many ranges is its left side, and may exceed its right', () => {
  const [left, right] = [ofRanges(apart(0, MAX_RANGES)), ofRanges(apart(6, MAX_RANGES))];
  const letters = (from: number) => texts(0, 9, apart(from, MAX_CHARACTER_RANGES));
  const inRecords = [left, right].map((view) => record([{ name: 'x', view: option(true, sequence('list', 1, 2, view)) }]));
  const [inLeft = NEVER, inRight = NEVER] = inRecords;
  for (const [a, b] of [
    [left, right],
    [right, left],
    [letters(100), letters(106)],
    [inLeft, inRight],
  ] as const) {
    expect(sameAbstract(meet(a, b), a)).toBe(true);
    expect(isWithin(meet(a, b), b)).toBe(false);
  }
});

it('texts of nonexistent code points belong to no type', () => {
  const last = 0x10ffff;
  expect(isOfType(texts(0, 9, [0x61, last]), TEXT)).toBe(true);
  expect(isOfType(texts(0, 9, [0x61, last + 1]), TEXT)).toBe(false);
  expect(isOfType(texts(0, 9, [0x61, 0x62, last + 5, last + 9]), TEXT)).toBe(false);
});

it('isWithin implies that the other set contains every value', () => {
  for (const { a, b, values } of PAIRS) {
    if (!isWithin(a, b)) continue;
    for (const value of values) if (containsValue(a, value)) expect(containsValue(b, value)).toBe(true);
  }
});

it('the union of three sets holds every value of each', () => {
  for (const { sets, values } of SETS_OF_TYPES) {
    const triples = sets.flatMap((a) => sets.flatMap((b) => sets.map((c) => [a, b, c])));
    const losing = triples.filter((triple) => {
      const all = joinAll(triple);
      return values.some((value) => triple.some((each) => containsValue(each, value)) && !containsValue(all, value));
    });
    expect(losing).toEqual([]);
  }
});

it('haveOneType and isOfKind distinguish the types', () => {
  for (const [index, { set }] of TYPES.entries()) {
    expect(TYPES.map((other) => haveOneType(set, other.set))).toEqual(TYPES.map((_, other) => other === index));
    expect(TYPES.map(({ type }) => isOfType(set, type))).toEqual(TYPES.map((_, other) => other === index));
    expect(TYPES.map(({ type }) => haveOneType(NEVER, set) && haveOneType(set, NEVER) && isOfType(NEVER, type))).not.toContain(false);
  }
  expect(isOfType(tags(['a', 'other']), ABC)).toBe(false);
  expect(isOfType(sequence('bytes', 0, 2, EITHER), BYTES)).toBe(false);
  expect(isOfType(sequence('bytes', 0, 2, integers(0, 256)), BYTES)).toBe(false);
});

it('sets of different types are not joined, met or compared', () => {
  for (const { set: a } of TYPES) {
    for (const { set: b } of TYPES) {
      if (a.kind === b.kind) continue;
      for (const operation of [join, meet, isWithin]) expect(() => operation(a, b)).toThrow('abstract values of different types');
    }
  }
  const [one, other] = [fieldsOf({ a: LOW, b: LOW }), fieldsOf({ a: LOW, c: LOW })];
  for (const operation of [join, meet, isWithin]) expect(() => operation(one, other)).toThrow('records of different types');
});

it('a set rejects values of other types', () => {
  for (const { type, sets, values } of SETS_OF_TYPES) {
    for (const other of SETS_OF_TYPES) {
      // A text may be a tag: both are strings.
      if (other.type === type || typeof other.values[0] === 'string') continue;
      for (const value of other.values) expect(sets.filter((set) => containsValue(set, value))).toEqual([]);
      expect(() => ofValue(other.values[0] ?? 0, type)).toThrow(`a value that is no ${type.kind}`);
    }
    if (typeof values[0] !== 'string') expect(() => ofValue('text', type)).toThrow(`a value that is no ${type.kind}`);
  }
});

it('the set of all values of a type has this type and contains each value', () => {
  for (const { type, sets, values } of SETS_OF_TYPES) {
    const all = ofType(type);
    expect(isOfType(all, type)).toBe(true);
    expect(sets.filter((set) => !isWithin(set, all))).toEqual([]);
    expect(values.filter((value) => !containsValue(all, value))).toEqual([]);
  }
  expect(ofType(INTEGER)).toBe(INT64);
});

it('the set of one value contains only this value', () => {
  for (const { type, values } of SETS_OF_TYPES) {
    for (const value of values) {
      const only = ofValue(value, type);
      expect(values.filter((other) => containsValue(only, other))).toEqual([value]);
      expect(onlyValue(only)).toEqual(value);
    }
  }
});

it('the set of long bytes contains them, and no other length or byte', () => {
  for (const length of [MAX_ITEMS, MAX_ITEMS + 1, 300]) {
    const bytes = Uint8Array.from({ length }, (_, i) => i % 3);
    const set = ofValue(bytes, BYTES);
    expect(isOfType(set, BYTES) && containsValue(set, bytes)).toBe(true);
    expect(isWithin(set, sequence('bytes', length, length, integers(0, 2)))).toBe(true);
    expect(onlyValue(set)).toEqual(length > MAX_ITEMS ? undefined : bytes);
  }
});

it('two sets are equal exactly if each is within the other', () => {
  for (const { a, b } of PAIRS) expect(sameAbstract(a, b)).toBe(isWithin(a, b) && isWithin(b, a));
});

it('onlyValue returns the value of a set with one value', () => {
  for (const { a, values } of PAIRS) {
    const only = onlyValue(a);
    if (only !== undefined) expect(values.filter((value) => containsValue(a, value))).toEqual([only]);
  }
});

it('texts are exact while they are few and short', () => {
  const few = Array.from({ length: MAX_TEXTS }, (_, i) => `t${i}`);
  expect(exactTexts(few)).toEqual({ kind: 'text', lo: 2, hi: 2, characters: [0x30, 0x37, 0x74, 0x74], values: few });
  expect(exactTexts([...few, 't9tt'])).toEqual(texts(2, 4, [0x30, 0x37, 0x39, 0x39, 0x74, 0x74]));
  expect(exactTexts(['b\u{1f600}', 'é'])).toMatchObject({ lo: 1, hi: 2, characters: [0x62, 0x62, 0xe9, 0x1f600] });
  expect(exactTexts(['\u{1f600}'])).toMatchObject({ characters: [0x1f600, 0x1f600] });
  const longest = 'x'.repeat(MAX_TEXT_UNITS);
  expect(onlyValue(exactTexts([longest]))).toBe(longest);
  expect(exactTexts([`${longest}x`])).toEqual(texts(MAX_TEXT_UNITS + 1, MAX_TEXT_UNITS + 1, [0x78, 0x78]));
  expect(exactTexts([`${longest}x`, 'xx'])).toEqual(texts(2, MAX_TEXT_UNITS + 1, [0x78, 0x78]));
});

it('the empty set has one representation', () => {
  const records = [fieldsOf({ a: NEVER, b: LOW }), fieldsOf({ a: LOW, b: NEVER })];
  const sequences = [
    sequence('list', 3, 2, LOW),
    sequence('list', 1, 2, NEVER),
    itemsOf('list', [LOW, NEVER]),
    sequence('bytes', 0, -1, LOW),
  ];
  const plain = [ofRanges([]), boolean(false, false), tags([]), exactTexts([]), texts(3, 2), option(false, NEVER)];
  for (const empty of [...plain, ...records, ...sequences]) expect(empty).toBe(NEVER);
  expect(sequence('list', 0, 2, NEVER)).toEqual(itemsOf('list', []));
});
