import {
  type AbstractValue,
  BYTE,
  exactTexts,
  FALSE,
  integers,
  itemsOf,
  NEVER,
  ofRanges,
  option,
  sequence,
  TRUE,
  texts,
} from '../../abstract/abstract.js';
import { TEXT_LENGTH } from '../../limits.js';
import { INT64_MAX, INT64_MIN } from '../../types/integer.js';
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
import { valuesOf } from '../testing/sets.js';

const crypto = familyOf('crypto');

const FEW = ofRanges([0, 0, 255, 255]);

function samplesOf(...views: readonly AbstractValue[]): readonly Sample[] {
  return views.map((view) => ({ view, values: valuesOf(view) }));
}

const only = (...bytes: number[]) =>
  itemsOf(
    'bytes',
    bytes.map((byte) => integers(byte, byte)),
  );
const bytes = (lo: number, hi: number, byte: AbstractValue = BYTE) => sequence('bytes', lo, hi, byte);

const BYTES = samplesOf(only(), only(0), only(97, 98, 99), bytes(0, 1, FEW), bytes(1, 3, FEW), itemsOf('bytes', [FEW, integers(7, 9)]));

it.each(['SHA1', 'SHA256', 'SHA512', 'SHA3_256', 'CRC16', 'CRC32', 'ADLER32', 'FNV1A_32'])('%s', (name) => {
  holdToSamples(rowNamed(crypto, name), [BYTES]);
});

it.each(['HMAC_SHA256', 'HMAC_SHA512'])('%s', (name) => {
  holdToSamples(rowNamed(crypto, name), [BYTES, BYTES]);
});

it('HKDF_SHA256', () => {
  const few = BYTES.slice(1, 4);
  holdToSamples(rowNamed(crypto, 'HKDF_SHA256'), [few, few, few, samplesOf(integers(1, 1), integers(64, 64))]);
});

it('MURMUR3_32', () => {
  const seeds = [INT64_MIN, -1, 0, 1, 0xffff_fffe, 0xffff_ffff, 0x1_0000_0000, INT64_MAX];
  holdToSamples(rowNamed(crypto, 'MURMUR3_32'), [BYTES, samplesBetween(seeds)]);
});

it.each(['XOR_BYTES', 'EQUAL_CT'])('%s', (name) => {
  const more = samplesOf(
    bytes(0, 0),
    bytes(2, 2, FEW),
    bytes(0, 3, integers(4, 5)),
    only(0, 8),
    only(255, 7),
    itemsOf('bytes', [integers(0, 3), FEW]),
  );
  holdToSamples(rowNamed(crypto, name), [
    [...BYTES, ...more],
    [...BYTES, ...more],
  ]);
});

it.each(['LUHN', 'MOD97'])('%s', (name) => {
  const pool = [...textsOver(['0', '5', '9', 'a', 'Z', ' '], 3), '\u0661', '\u{1f600}', '4111111111111111', 'west12345698765432gb82'];
  const lengths = [0, 1, 2, 3].flatMap((lo) => [0, 1, 2, 3, 30].filter((hi) => hi >= lo).map((hi) => sampleOf(texts(lo, hi), pool)));
  holdToSamples(rowNamed(crypto, name), [
    [...lengths, ...samplesOfTexts(['', '0', '18', 'Z', '!', '5a', 'GB82 WEST', '4111111111111111'])],
  ]);
});

/** A transfer function that returns all values is sound too, so proofs rest on these bounds. */
const BOUNDS: readonly (readonly [name: string, args: readonly AbstractValue[], result: AbstractValue])[] = [
  ['SHA1', [bytes(0, 9)], bytes(20, 20)],
  ['SHA256', [bytes(0, 9)], bytes(32, 32)],
  ['SHA512', [bytes(0, 9)], bytes(64, 64)],
  ['SHA3_256', [bytes(0, 9)], bytes(32, 32)],
  ['HMAC_SHA256', [bytes(0, 9), bytes(0, 9)], bytes(32, 32)],
  ['HMAC_SHA512', [bytes(0, 9), bytes(0, 9)], bytes(64, 64)],
  ['HKDF_SHA256', [bytes(0, 9), bytes(0, 9), bytes(0, 9), integers(42, 42)], bytes(42, 42)],
  ['CRC16', [bytes(0, 9)], integers(0, 65_535)],
  ['CRC16', [only(0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39)], integers(0x29b1, 0x29b1)],
  ['CRC32', [bytes(0, 9)], integers(0, 0xffff_ffff)],
  ['ADLER32', [bytes(0, 9)], integers(0, 65_520 * 65_536 + 65_520)],
  ['FNV1A_32', [bytes(0, 9)], integers(0, 0xffff_ffff)],
  ['MURMUR3_32', [bytes(0, 9), integers(0, 9)], integers(0, 0xffff_ffff)],
  ['XOR_BYTES', [bytes(3, 9), bytes(0, 5)], bytes(3, 5)],
  ['XOR_BYTES', [bytes(3, 9, integers(0, 15)), bytes(0, 5, integers(0, 7))], bytes(3, 5, integers(0, 15))],
  ['XOR_BYTES', [only(1, 2), only(3, 255)], only(2, 253)],
  ['XOR_BYTES', [bytes(3, 9), bytes(0, 2)], NEVER],
  ['EQUAL_CT', [bytes(3, 9), bytes(0, 2)], FALSE],
  ['EQUAL_CT', [only(1, 2), only(1, 2)], TRUE],
  ['LUHN', [texts(0, 0)], FALSE],
  ['LUHN', [exactTexts(['18', '4111111111111111'])], TRUE],
  ['MOD97', [texts(0, 99)], option(true, integers(0, 96))],
  ['MOD97', [exactTexts(['97'])], option(false, integers(0, 0))],
];

test.each(BOUNDS)('%s of %j is within %j', (name, args, result) => {
  expect(analysisNamed(crypto, name).transfer(args)).toEqual(result);
});

const REFINED: readonly (readonly [
  name: string,
  result: AbstractValue,
  args: readonly AbstractValue[],
  refined: readonly AbstractValue[],
])[] = [
  ['LUHN', TRUE, [texts(0, 19)], [texts(1, 19, [0x30, 0x39])]],
  ['MOD97', option(false, integers(1, 1)), [texts(0, TEXT_LENGTH)], [texts(1, TEXT_LENGTH)]],
  ['EQUAL_CT', TRUE, [bytes(0, 9), only(1, 2)], [only(1, 2), only(1, 2)]],
  ['XOR_BYTES', bytes(0, 9), [bytes(3, 12), bytes(0, 5)], [bytes(3, 5), bytes(3, 5)]],
  ['XOR_BYTES', only(1, 2), [bytes(0, 9), only(3, 3)], [only(2, 1), only(3, 3)]],
];

test.each(REFINED)('%s with the result %j narrows %j to %j', (name, result, args, refined) => {
  expect(analysisNamed(crypto, name).refine?.(result, args)).toEqual(refined);
});

const [a, b] = [lengthOf(0), lengthOf(1)];

function lengthsKnown(above: number | undefined, below: number | undefined): Relations {
  return { same: () => false, difference: (i, j) => (i === a && j === b ? above : i === b && j === a ? below : undefined) };
}

const SAME: Relations = { same: (i, j) => i >= 0 && j >= 0, difference: () => undefined };

it('XOR_BYTES needs equal lengths, known by views, by differences both ways, or of one and the same', () => {
  const { need, related } = analysisNamed(crypto, 'XOR_BYTES');
  expect(need?.([bytes(4, 4), bytes(4, 4)], NO_RELATIONS)).toBe(true);
  expect(need?.([bytes(4, 5), bytes(4, 5)], NO_RELATIONS)).toBe(false);
  expect(need?.([bytes(4, 4), bytes(5, 5)], NO_RELATIONS)).toBe(false);
  expect(need?.([bytes(0, 9), bytes(0, 9)], lengthsKnown(0, 0))).toBe(true);
  expect(need?.([bytes(0, 9), bytes(0, 9)], lengthsKnown(0, undefined))).toBe(false);
  expect(need?.([bytes(0, 9), bytes(0, 9)], lengthsKnown(undefined, 0))).toBe(false);
  expect(need?.([bytes(0, 9), bytes(0, 9)], lengthsKnown(0, 1))).toBe(false);
  expect(need?.([bytes(0, 9), bytes(0, 9)], SAME)).toBe(true);
  expect(related?.([bytes(0, 9), bytes(0, 9)], SAME)).toEqual(bytes(0, 9, integers(0, 0)));
});

it('relations decide EQUAL_CT', () => {
  const { related } = analysisNamed(crypto, 'EQUAL_CT');
  expect(related?.([bytes(0, 9), bytes(0, 9)], SAME)).toBe(TRUE);
  expect(related?.([bytes(0, 9), bytes(0, 9)], lengthsKnown(-1, undefined))).toBe(FALSE);
  expect(related?.([bytes(0, 9), bytes(0, 9)], lengthsKnown(undefined, -1))).toBe(FALSE);
});

const FACTS: readonly (readonly [name: string, result: AbstractValue, minuend: DifferenceOperand, subtrahend: DifferenceOperand])[] = [
  ['XOR_BYTES', bytes(0, 9), 'length of result', a],
  ['XOR_BYTES', bytes(0, 9), b, 'length of result'],
  ['XOR_BYTES', bytes(0, 9), a, b],
  ['XOR_BYTES', bytes(0, 9), b, a],
  ['EQUAL_CT', TRUE, a, b],
  ['EQUAL_CT', TRUE, b, a],
];

test.each(FACTS)('%s with the result %j states that %s is at most %s', (name, result, minuend, subtrahend) => {
  const facts = analysisNamed(crypto, name).facts?.([bytes(0, 9), bytes(0, 9)], result) ?? [];
  expect(facts.some((fact) => fact.minuend === minuend && fact.subtrahend === subtrahend && fact.bound <= 0)).toBe(true);
});
