import {
  type AbstractValue,
  BYTE,
  exactTexts,
  integers,
  itemsOf,
  NEVER,
  ofRanges,
  option,
  sequence,
  texts,
} from '../../abstract/abstract.js';
import { BYTES_LENGTH, TEXT_LENGTH } from '../../limits.js';
import { INT64_MAX, INT64_MIN, type Int } from '../../types/integer.js';
import { type DifferenceOperand, lengthOf, NO_RELATIONS, type Relations } from '../relation.js';
import { familyOf } from '../testing/rows.js';
import {
  analysisNamed,
  holdToSamples,
  rowNamed,
  type Sample,
  sampleOf,
  samplesBetween,
  samplesOfTexts,
  textsOver,
} from '../testing/samples.js';
import { subranges, valuesOf } from '../testing/sets.js';

const io = familyOf('io');

/** Texts by length, with the texts of a pool that have this length, and some single texts. */
function textSamples(pool: readonly string[], lengths: readonly AbstractValue[], alone: readonly string[]): readonly Sample[] {
  return [...lengths.map((view) => sampleOf(view, pool)), ...samplesOfTexts(alone)];
}

const SHORT = [0, 1, 2, 3].flatMap((lo) => [0, 1, 2, 3, 4].filter((hi) => hi >= lo).map((hi) => texts(lo, hi)));

const NUMERALS = [
  ...textsOver(['-', '0', '9', 'a'], 4),
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775808',
  '-9223372036854775809',
  '999999999999999999',
  '-999999999999999999',
  '0000000000000000000000017',
  '+1',
  ' 1',
  '\u0661',
  '\u{1f600}',
];

const LONG_NUMERAL = `${'0'.repeat(200)}5`;

it('PARSE_INT', () => {
  const lengths = [...SHORT, texts(0, 18), texts(18, 18), texts(19, 19), texts(0, 20), texts(20, 30), texts(0, TEXT_LENGTH)];
  const alone = ['', '-', '0', '-0', '007', '-9223372036854775808', '9223372036854775808', 'a', '12', '-12', LONG_NUMERAL];
  holdToSamples(rowNamed(io, 'PARSE_INT'), [textSamples(NUMERALS, lengths, alone)]);
});

const INTEGERS: readonly Int[] = [
  -1000,
  -999,
  -100,
  -99,
  -11,
  -10,
  -9,
  -2,
  -1,
  0,
  1,
  9,
  10,
  99,
  100,
  999,
  1000,
  INT64_MIN,
  -(10n ** 18n),
  1n - 10n ** 18n,
  10n ** 18n - 1n,
  10n ** 18n,
  INT64_MAX,
];

it('FORMAT_INT', () => {
  holdToSamples(rowNamed(io, 'FORMAT_INT'), [samplesBetween(INTEGERS)]);
});

it('FORMAT_INT narrows to the integers whose form has a length', () => {
  const { refine } = analysisNamed(io, 'FORMAT_INT');
  const of = integers(-1200, 1200);
  const numbers = Array.from({ length: 2401 }, (_, i) => i - 1200);
  for (let lo = 0; lo < 7; lo += 1) {
    for (let hi = lo; hi < 7; hi += 1) {
      const fitting = numbers.filter((number) => lo <= String(number).length && String(number).length <= hi);
      const [kept = NEVER] = refine?.(texts(lo, hi), [of]) ?? [];
      expect(valuesOf(kept)).toEqual(fitting);
    }
  }
});

it('PARSE_HEX and PARSE_BASE64', () => {
  const digits = textsOver(['0', 'f', 'G', '='], 4);
  holdToSamples(rowNamed(io, 'PARSE_HEX'), [
    textSamples(digits, SHORT, ['', '0', '0f', '0g', 'F0', 'f'.repeat(300), `${'f'.repeat(299)}g`]),
  ]);
  const groups = textsOver(['A', 'w', '=', '-'], 4);
  const pool = [...groups, ...groups.filter((text) => text.length > 2).map((text) => `AAAA${text}`)];
  const lengths = [...SHORT, texts(4, 4), texts(1, 7), texts(4, 8), texts(5, 8), texts(5, 7)];
  holdToSamples(rowNamed(io, 'PARSE_BASE64'), [textSamples(pool, lengths, ['', 'AA==', 'AAA=', 'AAAA', 'AA', 'AB==', 'A'.repeat(400)])]);
});

/** Bytes of every length up to 7, by length and byte by byte. */
function byteSamples(byte: AbstractValue): readonly Sample[] {
  const views = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((lo) =>
    [0, 1, 3, 4, 7].filter((hi) => hi >= lo).map((hi) => sequence('bytes', lo, hi, byte)),
  );
  const known = [1, 2, 5].map((length) =>
    itemsOf(
      'bytes',
      Array.from({ length }, () => byte),
    ),
  );
  return [...views, ...known].map((view) => ({ view, values: valuesOf(view) }));
}

it('FORMAT_HEX and FORMAT_BASE64', () => {
  for (const name of ['FORMAT_HEX', 'FORMAT_BASE64']) {
    for (const byte of [integers(255, 255), integers(10, 11)]) holdToSamples(rowNamed(io, name), [byteSamples(byte)]);
  }
});

it('UTF8_ENCODE', () => {
  const pool = textsOver(['a', '\u00e9', '\u20ac', '\u{1f600}'], 4);
  holdToSamples(rowNamed(io, 'UTF8_ENCODE'), [
    textSamples(pool, SHORT, ['', '\u0000', '\ud7ff\ue000', '\u{10ffff}', 'ab', '\u20ac'.repeat(130)]),
  ]);
});

it('UTF8_DECODE', () => {
  const bytes = [
    [0x41, 0x41, 0xff, 0xff],
    [0x41, 0x80],
    [0x80, 0xc3],
    [0x80, 0xa0, 0xe0],
    [0x80, 0x90, 0xf0],
    [0x41, 0xbf],
    [0x41, 0xc3, 0xa9],
    [0xdf, 0xe2, 0x82, 0xac],
    [0xe0, 0xef, 0xa0],
    [0xf0, 0x9f, 0x98, 0x80],
    [0xf4, 0x8f, 0xbf],
  ].map((set) => ofRanges(set.flatMap((byte, i) => (set.indexOf(byte) === i ? [byte, byte] : [])).toSorted((a, b) => a - b)));
  for (const byte of bytes) {
    const views = [
      sequence('bytes', 0, 4, byte),
      sequence('bytes', 1, 2, byte),
      sequence('bytes', 3, 4, byte),
      sequence('bytes', 4, 4, byte),
    ];
    holdToSamples(rowNamed(io, 'UTF8_DECODE'), [views.map((view) => ({ view, values: valuesOf(view) }))]);
  }
  const euro = itemsOf('bytes', [integers(0xe1, 0xe2), integers(0x82, 0x82), integers(0xab, 0xac)]);
  const ascii = sequence('bytes', 0, 3, integers(0x60, 0x63));
  holdToSamples(rowNamed(io, 'UTF8_DECODE'), [[euro, ascii].map((view) => ({ view, values: valuesOf(view) }))]);
});

const READS = ['READ_U16_BE', 'READ_U32_BE', 'READ_U16_LE', 'READ_U32_LE'];

it('READ_*', () => {
  const few = ofRanges([1, 1, 254, 254]);
  const bytes = [
    itemsOf(
      'bytes',
      [1, 2, 3, 4, 5, 6].map((byte) => integers(byte, byte)),
    ),
    itemsOf('bytes', [integers(0, 1), integers(255, 255), few, integers(7, 8), integers(0, 0)]),
    ...[0, 1, 3, 4].flatMap((lo) => [4, 5].map((hi) => sequence('bytes', lo, hi, few))),
    sequence('bytes', 0, 3, few),
  ];
  const places = [...subranges(-1, 5), ofRanges([-9, -9, 0, 0, 2, 2]), integers(INT64_MAX, INT64_MAX)];
  const samples = [bytes, places].map((views) => views.map((view) => ({ view, values: valuesOf(view) })));
  for (const name of READS) holdToSamples(rowNamed(io, name), samples);
});

const U16 = [-1, 0, 1, 254, 255, 256, 257, 258, 511, 512, 0x7fff, 0xfeff, 0xff00, 0xfffe, 0xffff, 0x1_0000];
const U32 = [0xff_fffe, 0xff_ffff, 0x100_0000, 0x1ff_ffff, 0x200_0001, 0xfffe_ffff, 0xffff_0000, 0xffff_ffff, 0x1_0000_0000];

it('WRITE_*', () => {
  for (const name of ['WRITE_U16_BE', 'WRITE_U16_LE']) holdToSamples(rowNamed(io, name), [samplesBetween([INT64_MIN, ...U16, INT64_MAX])]);
  for (const name of ['WRITE_U32_BE', 'WRITE_U32_LE'])
    holdToSamples(rowNamed(io, name), [samplesBetween([INT64_MIN, ...U16, ...U32, INT64_MAX])]);
});

const zeros = (lo: number, hi: number) => sequence('bytes', lo, hi, integers(0, 0));

it('preconditions hold up to the last character and byte of the limits', () => {
  const needs: readonly (readonly [name: string, most: number, view: (lo: number, hi: number) => AbstractValue])[] = [
    ['FORMAT_HEX', TEXT_LENGTH / 2, zeros],
    ['FORMAT_BASE64', (TEXT_LENGTH / 4) * 3, zeros],
    ['UTF8_ENCODE', BYTES_LENGTH / 4, texts],
  ];
  for (const [name, most, view] of needs) {
    const { need, transfer } = analysisNamed(io, name);
    expect([name, need?.([view(0, most)], NO_RELATIONS)]).toEqual([name, true]);
    expect([name, need?.([view(0, most + 1)], NO_RELATIONS)]).toEqual([name, false]);
    const longest = transfer([view(most + 1, most + 1)]);
    expect(longest.kind === 'bytes' ? longest.hi : longest.kind).toBe(name === 'UTF8_ENCODE' ? BYTES_LENGTH : 'never');
  }
  const run = rowNamed(io, 'FORMAT_HEX').reference;
  expect(run?.([new Uint8Array(TEXT_LENGTH / 2)])).toHaveLength(TEXT_LENGTH);
  expect(run?.([new Uint8Array(TEXT_LENGTH / 2 + 1)])).toBeUndefined();
});

const only = (...bytes: number[]) =>
  itemsOf(
    'bytes',
    bytes.map((byte) => integers(byte, byte)),
  );
const bytes = (lo: number, hi: number) => sequence('bytes', lo, hi, BYTE);

const DIGITS = [0x30, 0x39];
const SIGNED = [0x2d, 0x2d, 0x30, 0x39];
const BASE64 = [0x2b, 0x2b, 0x2f, 0x39, 0x3d, 0x3d, 0x41, 0x5a, 0x61, 0x7a];

/** A transfer function that returns all values is sound too, so proofs rest on these bounds. */
const BOUNDS: readonly (readonly [name: string, args: readonly AbstractValue[], result: AbstractValue])[] = [
  ['PARSE_INT', [texts(0, 3)], option(true, integers(-99, 999))],
  ['PARSE_INT', [texts(1, 1)], option(true, integers(0, 9))],
  ['PARSE_INT', [texts(0, 0)], option(true, NEVER)],
  ['PARSE_INT', [texts(1, 3, DIGITS)], option(false, integers(0, 999))],
  ['PARSE_INT', [texts(1, 3, [0x61, 0x7a])], option(true, NEVER)],
  ['PARSE_INT', [texts(0, 18)], option(true, integers(-(10n ** 17n - 1n), 10n ** 18n - 1n))],
  ['PARSE_INT', [texts(0, 255)], option(true, integers(INT64_MIN, INT64_MAX))],
  ['PARSE_INT', [exactTexts(['8080', '-1'])], option(false, ofRanges([-1, -1, 8080, 8080]))],
  ['PARSE_INT', [exactTexts(['8080', 'x'])], option(true, integers(8080, 8080))],
  ['FORMAT_INT', [integers(0, 65_535)], texts(1, 5, DIGITS)],
  ['FORMAT_INT', [integers(-100, 20)], texts(1, 4, SIGNED)],
  ['FORMAT_INT', [integers(10, 99)], texts(2, 2, DIGITS)],
  ['FORMAT_INT', [integers(-999, -100)], texts(4, 4, SIGNED)],
  ['FORMAT_INT', [integers(INT64_MIN, INT64_MAX)], texts(1, 20, SIGNED)],
  ['PARSE_HEX', [texts(3, 9)], option(true, bytes(2, 4))],
  ['PARSE_HEX', [exactTexts(['0aFF'])], option(false, only(10, 255))],
  ['PARSE_HEX', [texts(0, 0)], option(false, only())],
  ['PARSE_HEX', [texts(3, 3)], option(true, NEVER)],
  ['FORMAT_HEX', [bytes(32, 32)], texts(64, 64, [0x30, 0x39, 0x61, 0x66])],
  ['PARSE_HEX', [texts(4, 4, [0x30, 0x39, 0x61, 0x66])], option(false, bytes(2, 2))],
  ['PARSE_BASE64', [texts(0, 0)], option(false, only())],
  ['PARSE_BASE64', [texts(5, 7)], option(true, NEVER)],
  ['PARSE_BASE64', [texts(5, 9)], option(true, bytes(4, 6))],
  ['FORMAT_BASE64', [bytes(32, 33)], texts(44, 44, BASE64)],
  ['UTF8_ENCODE', [texts(2, 3)], sequence('bytes', 2, 12, ofRanges([0, 0xbf, 0xc2, 0xf4]))],
  ['UTF8_DECODE', [bytes(5, 9)], option(true, texts(2, 9))],
  ['UTF8_DECODE', [sequence('bytes', 5, 9, integers(0, 127))], option(false, texts(5, 9, [0, 127]))],
  ['READ_U16_BE', [bytes(0, 9), integers(0, 3)], integers(0, 65_535)],
  ['READ_U16_BE', [itemsOf('bytes', [integers(1, 2), BYTE]), integers(0, 0)], integers(256, 767)],
  ['READ_U16_LE', [itemsOf('bytes', [BYTE, integers(1, 2)]), integers(0, 0)], integers(256, 767)],
  ['READ_U32_BE', [only(0x12, 0x34, 0x56, 0x78, 0xff), integers(0, 0)], integers(0x1234_5678, 0x1234_5678)],
  ['READ_U32_BE', [bytes(0, 3), integers(0, 0)], NEVER],
  ['WRITE_U16_BE', [integers(256, 300)], itemsOf('bytes', [integers(1, 1), integers(0, 44)])],
  ['WRITE_U32_LE', [integers(256, 300)], itemsOf('bytes', [integers(0, 44), integers(1, 1), integers(0, 0), integers(0, 0)])],
];

test.each(BOUNDS)('%s of %j is within %j', (name, args, result) => {
  expect(analysisNamed(io, name).transfer(args)).toEqual(result);
});

const REFINED: readonly (readonly [
  name: string,
  result: AbstractValue,
  args: readonly AbstractValue[],
  refined: readonly AbstractValue[],
])[] = [
  ['PARSE_INT', option(false, integers(100, 65_535)), [texts(0, 255)], [texts(3, 255, SIGNED)]],
  ['FORMAT_INT', texts(3, 4), [integers(0, 65_535)], [integers(100, 9999)]],
  ['FORMAT_INT', exactTexts(['42', '042']), [integers(0, 65_535)], [integers(42, 42)]],
  ['PARSE_HEX', option(false, bytes(16, 16)), [texts(0, 255)], [texts(32, 32, [0x30, 0x39, 0x41, 0x46, 0x61, 0x66])]],
  ['FORMAT_HEX', texts(10, 21), [bytes(0, 255)], [bytes(5, 10)]],
  ['PARSE_BASE64', option(false, bytes(32, 32)), [texts(0, 255)], [texts(44, 44, BASE64)]],
  ['UTF8_DECODE', option(false, texts(3, 3)), [bytes(0, 255)], [sequence('bytes', 3, 12, ofRanges([0, 0xbf, 0xc2, 0xf4]))]],
  ['READ_U32_BE', integers(0, 9), [bytes(0, 9), integers(-3, 255)], [bytes(4, 9), integers(0, 5)]],
  ['WRITE_U16_BE', itemsOf('bytes', [integers(1, 1), BYTE]), [integers(0, 65_535)], [integers(256, 511)]],
];

test.each(REFINED)('%s with the result %j narrows %j to %j', (name, result, args, refined) => {
  expect(analysisNamed(io, name).refine?.(result, args)).toEqual(refined);
});

/** Relations in which i exceeds the length by at most this bound. */
const beyond = (bound: number): Relations => ({
  same: () => false,
  difference: (i, j) => (i === 1 && j === lengthOf(0) ? bound : undefined),
});

it('a READ needs its bytes, as views or as a difference to the length', () => {
  for (const [name, size] of [
    ['READ_U16_BE', 2],
    ['READ_U32_LE', 4],
  ] as const) {
    const { need, facts } = analysisNamed(io, name);
    const index = integers(0, 100);
    expect(need?.([bytes(100 + size, 300), index], NO_RELATIONS)).toBe(true);
    expect(need?.([bytes(99 + size, 300), index], NO_RELATIONS)).toBe(false);
    expect(need?.([bytes(0, 300), index], beyond(-size))).toBe(true);
    expect(need?.([bytes(0, 300), index], beyond(1 - size))).toBe(false);
    expect(need?.([bytes(0, 300), integers(-1, 100)], beyond(-size))).toBe(false);
    expect(facts?.([bytes(0, 300), index], BYTE)).toEqual([{ minuend: 1, subtrahend: lengthOf(0), bound: -size }]);
  }
});

const FACTS: readonly (readonly [
  name: string,
  args: readonly AbstractValue[],
  minuend: DifferenceOperand,
  subtrahend: DifferenceOperand,
  bound: number,
])[] = [
  ['FORMAT_HEX', [bytes(3, 9)], lengthOf(0), 'length of result', -3],
  ['FORMAT_HEX', [bytes(3, 9)], 'length of result', lengthOf(0), 9],
  ['FORMAT_BASE64', [bytes(3, 9)], 'length of result', lengthOf(0), 5],
  ['UTF8_ENCODE', [texts(3, 9)], lengthOf(0), 'length of result', 0],
];

test.each(FACTS)('%s of %j states that %s - %s is at most %s', (name, args, minuend, subtrahend, bound) => {
  const { transfer, facts } = analysisNamed(io, name);
  expect(facts?.(args, transfer(args))).toContainEqual({ minuend, subtrahend, bound });
});
