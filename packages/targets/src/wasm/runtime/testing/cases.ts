import { INT64_MAX, INT64_MIN, type Int, type MonomerName, normalize, OptionValue, type Value } from '@kirchhoff/coherence';
import * as fc from 'fast-check';
import type { Form } from './runtime-module.js';

/** A piece that computes a monomer, with arguments on which both are compared. */
export interface PieceCase {
  readonly monomer: MonomerName;
  /** `null` if only the precondition has a piece. */
  readonly piece: string | null;
  /** The piece that tests the precondition, if that is more than a comparison. */
  readonly fits?: string;
  readonly forms: readonly Form[];
  /** Arguments after those of the monomer. */
  readonly further?: readonly number[];
  readonly result: Form;
  /** Converts the result of the monomer. */
  readonly expected?: (result: Value) => Value;
  readonly args: fc.Arbitrary<readonly Value[]>;
}

const EDGES: readonly Int[] = [
  0n,
  2n ** 31n,
  2n ** 32n,
  2n ** 53n,
  2n ** 62n,
  2n ** 63n,
  94_906_265n ** 2n,
  3_037_000_499n ** 2n,
  10n ** 18n,
]
  .flatMap((edge) => [edge, -edge].flatMap((middle) => [middle - 2n, middle - 1n, middle, middle + 1n, middle + 2n]))
  .filter((edge) => INT64_MIN <= edge && edge <= INT64_MAX)
  .map(normalize);

const small = fc.integer({ min: -4, max: 70 });
const edge = fc.constantFrom(...EDGES);
const wide = fc.bigInt({ min: BigInt(INT64_MIN), max: BigInt(INT64_MAX) }).map(normalize);
/** Integers of any number of bits. */
const sized = fc.tuple(wide, fc.integer({ min: 0, max: 63 })).map(([value, shift]) => normalize(BigInt(value) >> BigInt(shift)));
const integer = fc.oneof(small, edge, wide, sized);
const natural = integer.filter((value) => value >= 0);

const character = fc.constantFrom(
  'a',
  'b',
  'A',
  'z',
  'Z',
  '0',
  ' ',
  '\t',
  '\0',
  '\x7f',
  'é',
  '\u07ff',
  '\u0800',
  '\uffff',
  '\u{10000}',
  '\u{10ffff}',
);
const text = fc.oneof(fc.string({ unit: character, maxLength: 12 }), fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 40 }));
const part = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'é'), maxLength: 3 }),
  fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 24 }),
);
/** Long texts with repetitions, of which a part may be found late or not at all. */
const periodic = fc
  .tuple(fc.string({ unit: fc.constantFrom('a', 'b', '\u{1f600}'), minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 30 }), part)
  .map(([unit, count, end]) => unit.repeat(count) + end);
const searched = fc.oneof(fc.tuple(text, part), fc.tuple(periodic, periodic), fc.tuple(periodic, part), cutOut());
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 20 }),
  fc.uint8Array({ minLength: 50, maxLength: 300 }),
  fc.uint8Array({ minLength: 32, maxLength: 32 }),
);

function cutOut(): fc.Arbitrary<readonly [string, string]> {
  return fc.tuple(fc.oneof(text, periodic), fc.nat(60), fc.nat(60)).map(([whole, from, size]) => {
    const all = Array.from(whole);
    return [whole, all.slice(from, from + size).join('')];
  });
}

/** Texts of pieces that a parser knows, so that some are valid. */
function spelled(...pieces: readonly string[]): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));
}

const dates = fc.oneof(
  spelled('0', '1', '2', '9', '19', '02', '-', '-', '30', '31', ' '),
  fc
    .tuple(
      fc.constantFrom(0, 1, 4, 100, 400, 1900, 1970, 2000, 2024, 9999),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
    )
    .map(([year, month, day]) => `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`),
);
const day = fc.oneof(
  fc.integer({ min: -719_162, max: 2_932_896 }),
  fc.constantFrom(-719_162, -719_161, -1, 0, 1, 2_932_895, 2_932_896, -25_508, 11_016, 19_782),
);
const year = fc.oneof(fc.integer({ min: 1, max: 9999 }), fc.constantFrom(1, 4, 100, 400, 1900, 2000, 9999));
const month = fc.integer({ min: 1, max: 12 });
const address = fc.oneof(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.constantFrom(0, 1, 2 ** 31, 2 ** 32 - 1));
const quads = fc.oneof(
  spelled('0', '1', '255', '256', '25', '.', '.', '.', '01', '\n'),
  fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 3, maxLength: 5 }).map((numbers) => numbers.join('.')),
);
const versions = fc.oneof(
  spelled('1', '0', '.', '.', '-', '+', 'a', 'rc', '10', '01', '-'),
  fc
    .tuple(
      fc.array(fc.constantFrom('0', '1', '2', '10', '00', '99999999999999999999'), { minLength: 3, maxLength: 3 }),
      fc.array(fc.constantFrom('0', '1', '10', 'a', 'b', 'a-', '0a', '01', '00a', '-', 'A', ''), { maxLength: 3 }),
      fc.constantFrom('', '', '', '+1', '+a.01', '+', '+a+b'),
    )
    .map(([core, pre, build]) => core.join('.') + (pre.length > 0 ? `-${pre.join('.')}` : '') + build),
);
const integerTexts = fc.oneof(
  spelled('-', '0', '1', '9', '922337203685477580', '7', '8', ' ', '+'),
  integer.map(String),
  fc.constantFrom('9223372036854775807', '9223372036854775808', '-9223372036854775808', '-9223372036854775809', '99999999999999999999'),
);
const globs = spelled('a', 'b', '*', '*', '?', '\\*', '\\?', '\\\\', '\\\u{1f600}', '\u{1f600}', 'ab');
const globbed = spelled('a', 'b', 'ab', '*', '?', '\\', '\u{1f600}', 'é');
const hexes = fc.oneof(
  spelled('0', '9', 'a', 'F', 'g', 'fe', '/', ':', '@', '`', 'é'),
  fc.uint8Array({ maxLength: 9 }).map((b) => Buffer.from(b).toString('hex')),
);
const base64s = fc.oneof(
  spelled('A', 'B', '/', '+', '=', 'QQ', 'Qw==', 'a', 'z', '9', '-', 'é'),
  fc.uint8Array({ maxLength: 20 }).map((b) => Buffer.from(b).toString('base64')),
);
const utf8 = fc.oneof(
  fc.uint8Array({ maxLength: 5 }),
  text.map((t) => new Uint8Array(Buffer.from(t))),
  fc
    .array(fc.constantFrom('c0', 'c1', 'c2', 'df', 'e0', 'ed', 'ef', 'f0', 'f4', 'f5', '80', '8f', '90', '9f', 'a0', 'bf', 'c0', '41'), {
      maxLength: 5,
    })
    .map((parts) => new Uint8Array(Buffer.from(parts.join(''), 'hex'))),
);
const numbered = fc.oneof(
  spelled('0', '1', '9', '79927398713', '18', '4', 'A', 'z', ' ', 'é'),
  fc.string({ unit: fc.integer({ min: 0, max: 9 }).map(String), maxLength: 30 }),
);
const list = fc.oneof(fc.array(integer, { maxLength: 40 }), fc.array(small, { maxLength: 9 }));
const texts = fc.array(fc.oneof(text, part), { maxLength: 20 });
const places = fc.oneof(fc.integer({ min: -1, max: 21 }), edge);
const span = fc.oneof(
  fc.tuple(places, places),
  fc.tuple(fc.nat(10), fc.nat(10)).map(([lo, size]): [Int, Int] => [lo, lo + size]),
);
const placeIn = (option: Value): Value => (option instanceof OptionValue ? (option.content ?? -1) : option);

function arithmetic(monomer: MonomerName, piece: string, ...args: readonly fc.Arbitrary<Value>[]): PieceCase {
  return { monomer, piece, forms: args.map(() => 'integer'), result: 'integer', args: fc.tuple(...args) };
}

function ofText(monomer: MonomerName, piece: string, result: Form, arbitrary: fc.Arbitrary<string>): PieceCase {
  return { monomer, piece, forms: ['text'], result, args: fc.tuple(arbitrary) };
}

function ofParts(monomer: MonomerName, piece: string, result: Form): PieceCase {
  return { monomer, piece, forms: ['text', 'text'], result, args: searched };
}

function ofBytes(monomer: MonomerName, piece: string, result: Form): PieceCase {
  return { monomer, piece, forms: ['bytes'], result, args: fc.tuple(bytes) };
}

export const CASES: readonly PieceCase[] = [
  arithmetic('FLOOR_DIV', 'floor_div', integer, integer),
  arithmetic('FLOOR_MOD', 'floor_mod', integer, integer),
  { ...arithmetic('MUL', 'mul', integer, integer), piece: null, fits: 'mul_fits' },
  { ...arithmetic('POW', 'pow', integer, small), fits: 'pow_fits' },
  arithmetic('ISQRT', 'isqrt', natural),
  { ...arithmetic('MULDIV', 'muldiv', integer, integer, integer), fits: 'muldiv_fits' },
  {
    ...arithmetic('MULDIV_EVEN', 'muldiv_even', integer, integer, fc.oneof(integer, fc.constantFrom(2, -2, 4, 10))),
    fits: 'muldiv_even_fits',
  },
  {
    monomer: 'SLICE',
    piece: 'slice',
    forms: ['integers', 'integer', 'integer'],
    further: [3],
    result: 'integers',
    args: fc.tuple(list, span).map(([xs, [lo, hi]]) => [xs, lo, hi]),
  },
  {
    monomer: 'SLICE',
    piece: 'slice',
    forms: ['bytes', 'integer', 'integer'],
    further: [0],
    result: 'bytes',
    args: fc.tuple(bytes, span).map(([xs, [lo, hi]]) => [xs, lo, hi]),
  },
  { monomer: 'TAKE', piece: 'take', forms: ['texts', 'integer'], further: [2], result: 'texts', args: fc.tuple(texts, places) },
  { monomer: 'DROP', piece: 'drop', forms: ['bytes', 'integer'], further: [0], result: 'bytes', args: fc.tuple(bytes, places) },
  { monomer: 'JOIN', piece: 'join', forms: ['integers', 'integers'], further: [3], result: 'integers', args: fc.tuple(list, list) },
  { monomer: 'JOIN', piece: 'join', forms: ['bytes', 'bytes'], further: [0], result: 'bytes', args: fc.tuple(bytes, bytes) },
  { monomer: 'REVERSE', piece: 'reverse', forms: ['integers'], further: [3], result: 'integers', args: fc.tuple(list) },
  { monomer: 'REVERSE', piece: 'reverse', forms: ['texts'], further: [2], result: 'texts', args: fc.tuple(texts) },
  { monomer: 'REVERSE', piece: 'reverse', forms: ['bytes'], further: [0], result: 'bytes', args: fc.tuple(bytes) },
  { monomer: 'SET', piece: 'with_byte', forms: ['bytes', 'integer', 'integer'], result: 'bytes', args: fc.tuple(bytes, places, places) },
  {
    monomer: 'SET',
    piece: 'with_integer',
    forms: ['integers', 'integer', 'integer'],
    result: 'integers',
    args: fc.tuple(list, places, integer),
  },
  { monomer: 'SET', piece: 'with_word', forms: ['texts', 'integer', 'text'], result: 'texts', args: fc.tuple(texts, places, text) },
  { monomer: 'APPEND', piece: 'append_byte', forms: ['bytes', 'integer'], result: 'bytes', args: fc.tuple(bytes, places) },
  { monomer: 'APPEND', piece: 'append_integer', forms: ['integers', 'integer'], result: 'integers', args: fc.tuple(list, integer) },
  { monomer: 'APPEND', piece: 'append_word', forms: ['texts', 'text'], result: 'texts', args: fc.tuple(texts, text) },
  { monomer: 'FILL', piece: 'fill_integer', forms: ['integer', 'integer'], result: 'integers', args: fc.tuple(places, integer) },
  { monomer: 'FILL', piece: 'fill_word', forms: ['integer', 'text'], result: 'texts', args: fc.tuple(places, text) },
  {
    monomer: 'FIND',
    piece: 'index_of_byte',
    forms: ['bytes', 'integer'],
    result: 'word',
    expected: placeIn,
    args: fc.tuple(bytes, fc.oneof(places, fc.nat(256))),
  },
  {
    monomer: 'FIND',
    piece: 'index_of_integer',
    forms: ['integers', 'integer'],
    result: 'word',
    expected: placeIn,
    args: fc.tuple(list, integer),
  },
  {
    monomer: 'FIND',
    piece: 'index_of_text',
    forms: ['texts', 'text'],
    result: 'word',
    expected: placeIn,
    args: fc.tuple(texts, fc.oneof(text, part)),
  },
  {
    monomer: 'FIND',
    piece: 'index_of_word',
    forms: ['words', 'word'],
    result: 'word',
    expected: placeIn,
    args: fc.tuple(fc.array(fc.nat(5)), fc.nat(5)),
  },
  { monomer: 'SORT', piece: 'sort', forms: ['integers'], result: 'integers', args: fc.tuple(list) },
  { monomer: 'SORT', piece: 'sort_texts', forms: ['texts'], result: 'texts', args: fc.tuple(texts) },
  { monomer: 'SUM', piece: 'sum', fits: 'sum_fits', forms: ['integers'], result: 'integer', args: fc.tuple(list) },
  {
    monomer: 'RANGE',
    piece: 'range',
    forms: ['integer', 'integer'],
    result: 'integers',
    args: fc
      .tuple(integer, fc.integer({ min: -2, max: 9 }))
      .map(([lo, more]) => [lo, normalize(BigInt.asIntN(64, BigInt(lo) + BigInt(more)))]),
  },
  { monomer: 'ZIP', piece: 'zip', forms: ['integers', 'integers'], further: [3, 3], result: 'pairs', args: fc.tuple(list, list) },
  { monomer: 'EQ', piece: 'text_equal', forms: ['text', 'text'], result: 'boolean', args: searched },
  {
    monomer: 'EQ',
    piece: 'bytes_equal',
    forms: ['bytes', 'bytes'],
    result: 'boolean',
    args: fc.oneof(
      fc.tuple(bytes, bytes),
      bytes.map((each) => [each, each.slice()]),
    ),
  },
  ofText('PARSE_INT', 'parse_integer', 'integer?', integerTexts),
  { monomer: 'FORMAT_INT', piece: 'format_integer', forms: ['integer'], result: 'text', args: fc.tuple(integer) },
  ofText('PARSE_HEX', 'parse_hex', 'bytes?', hexes),
  ofBytes('FORMAT_HEX', 'format_hex', 'text'),
  ofText('PARSE_BASE64', 'parse_base64', 'bytes?', base64s),
  ofBytes('FORMAT_BASE64', 'format_base64', 'text'),
  ofText('UTF8_ENCODE', 'utf8_encode', 'bytes', text),
  { monomer: 'UTF8_DECODE', piece: 'utf8_decode', forms: ['bytes'], result: 'text?', args: fc.tuple(utf8) },
  ...(['READ_U16_BE', 'READ_U32_BE'] as const).map(
    (monomer): PieceCase => ({
      monomer,
      piece: monomer.toLowerCase(),
      forms: ['bytes', 'integer'],
      result: 'integer',
      args: fc.tuple(bytes, places),
    }),
  ),
  ...(['WRITE_U16_BE', 'WRITE_U16_LE'] as const).map(
    (monomer): PieceCase => ({
      monomer,
      piece: monomer.toLowerCase(),
      forms: ['integer'],
      result: 'bytes',
      args: fc.tuple(fc.nat(65_535)),
    }),
  ),
  ...(['WRITE_U32_BE', 'WRITE_U32_LE'] as const).map(
    (monomer): PieceCase => ({ monomer, piece: monomer.toLowerCase(), forms: ['integer'], result: 'bytes', args: fc.tuple(address) }),
  ),
  ofParts('CONCAT', 'concat', 'text'),
  {
    monomer: 'SUBSTRING',
    piece: 'substring',
    forms: ['text', 'integer', 'integer'],
    result: 'text',
    args: fc.tuple(text, span).map(([whole, [lo, hi]]) => [whole, lo, hi]),
  },
  ofParts('STARTS_WITH', 'starts_with', 'boolean'),
  ofParts('ENDS_WITH', 'ends_with', 'boolean'),
  ofParts('INCLUDES', 'includes', 'boolean'),
  ofParts('INDEX_OF', 'index_of', 'integer?'),
  ofText('UPPER', 'upper', 'text', fc.oneof(text, fc.string({ unit: 'binary' }))),
  ofText('LOWER', 'lower', 'text', fc.oneof(text, fc.string({ unit: 'binary' }))),
  ofText('TRIM', 'trim', 'text', spelled(' ', '\t', '\n', '\v', '\f', '\r', 'a', '\x08', '\x0e', '\u00a0', '\x85')),
  { ...ofParts('SPLIT', 'split', 'texts'), fits: 'split_fits' },
  {
    monomer: 'JOIN_TEXT',
    piece: 'join_text',
    fits: 'join_text_fits',
    forms: ['texts', 'text'],
    result: 'text',
    args: fc.tuple(texts, part),
  },
  {
    monomer: 'REPLACE',
    piece: 'replace',
    fits: 'replace_fits',
    forms: ['text', 'text', 'text'],
    result: 'text',
    args: fc.tuple(searched, part).map(([[whole, found], by]) => [whole, found, by]),
  },
  {
    monomer: 'PAD_START',
    piece: 'pad_start',
    forms: ['text', 'integer', 'text'],
    result: 'text',
    args: fc.tuple(text, fc.nat(30), character),
  },
  { monomer: 'CODE_AT', piece: 'code_at', forms: ['text', 'integer'], result: 'integer', args: fc.tuple(text, places) },
  { monomer: 'MATCHES_GLOB', piece: 'matches_glob', forms: ['text', 'text'], result: 'boolean', args: fc.tuple(globbed, globs) },
  ...(['SHA1', 'SHA256', 'SHA512', 'SHA3_256'] as const).map((monomer) => ofBytes(monomer, monomer.toLowerCase(), 'bytes')),
  ...(['HMAC_SHA256', 'HMAC_SHA512'] as const).map(
    (monomer): PieceCase => ({
      monomer,
      piece: monomer.toLowerCase(),
      forms: ['bytes', 'bytes'],
      result: 'bytes',
      args: fc.tuple(bytes, bytes),
    }),
  ),
  {
    monomer: 'HKDF_SHA256',
    piece: 'hkdf_sha256',
    forms: ['bytes', 'bytes', 'bytes', 'integer'],
    result: 'bytes',
    args: fc.tuple(bytes, bytes, bytes, fc.integer({ min: 1, max: 255 })),
  },
  ...(['CRC16', 'CRC32', 'ADLER32', 'FNV1A_32'] as const).map((monomer) => ofBytes(monomer, monomer.toLowerCase(), 'integer')),
  { monomer: 'MURMUR3_32', piece: 'murmur3_32', forms: ['bytes', 'integer'], result: 'integer', args: fc.tuple(bytes, address) },
  {
    monomer: 'XOR_BYTES',
    piece: 'xor_bytes',
    forms: ['bytes', 'bytes'],
    result: 'bytes',
    args: bytes.map((each) => [each, each.map((byte, i) => byte * 7 + i)]),
  },
  {
    monomer: 'EQUAL_CT',
    piece: 'equal_ct',
    forms: ['bytes', 'bytes'],
    result: 'boolean',
    args: fc.oneof(
      fc.tuple(bytes, bytes),
      bytes.map((each) => [each, each.slice()]),
    ),
  },
  ofText('LUHN', 'luhn', 'boolean', numbered),
  ofText('MOD97', 'mod97', 'integer?', numbered),
  { monomer: 'IS_LEAP_YEAR', piece: 'is_leap_year', forms: ['integer'], result: 'boolean', args: fc.tuple(year) },
  arithmetic('DAYS_IN_MONTH', 'days_in_month', year, month),
  arithmetic('DAYS_FROM_CIVIL', 'days_from_civil', year, month, fc.integer({ min: 1, max: 31 })),
  { monomer: 'CIVIL_FROM_DAYS', piece: 'civil_from_days', forms: ['integer'], result: 'civil', args: fc.tuple(day) },
  arithmetic('WEEKDAY', 'weekday', day),
  {
    monomer: 'ADD_MONTHS',
    piece: 'add_months',
    forms: ['integer', 'integer'],
    result: 'integer?',
    args: fc.tuple(day, fc.oneof(integer, fc.integer({ min: -30_000, max: 30_000 }), fc.integer({ min: -130_000, max: 130_000 }))),
  },
  ofText('PARSE_DATE', 'parse_date', 'integer?', dates),
  { monomer: 'FORMAT_DATE', piece: 'format_date', forms: ['integer'], result: 'text', args: fc.tuple(day) },
  ofText('PARSE_IPV4', 'parse_ipv4', 'integer?', quads),
  { monomer: 'FORMAT_IPV4', piece: 'format_ipv4', forms: ['integer'], result: 'text', args: fc.tuple(address) },
  {
    monomer: 'CIDR_CONTAINS',
    piece: 'cidr_contains',
    forms: ['integer', 'integer', 'integer'],
    result: 'boolean',
    args: fc.tuple(address, fc.integer({ min: 0, max: 32 }), address),
  },
  {
    monomer: 'COMPARE_SEMVER',
    piece: 'compare_semver',
    forms: ['text', 'text'],
    result: 'integer?',
    args: fc.oneof(
      fc.tuple(versions, versions),
      versions.map((each) => [each, each]),
    ),
  },
];

/** Arguments at the limits of lengths, on which a precondition holds just so, or just not. */
export const LIMITS: readonly (readonly [piece: string, ...values: Value[]])[] = [
  ...[65_534, 65_535, 65_536].map((count) => ['split', ','.repeat(count), ','] as const),
  ['split', 'ab'.repeat(65_535), 'ab'],
  ['split', 'aa'.repeat(65_535), 'a'.repeat(17)],
  ...[524_288, 524_289].map((count) => ['replace', 'a'.repeat(count), 'a', '\u{10ffff}b'] as const),
  ['replace', 'a'.repeat(1_048_576), 'aa', ''],
  ['replace', 'a'.repeat(1_048_575) + 'b', 'b', 'cd'],
  ['replace', 'ab'.repeat(500_000), 'ba'.repeat(250_000), '\u{10000}'],
  ...[16, 17].map((length) => ['join_text', Array.from({ length: 61_681 }, () => 'é'.repeat(length)), ','] as const),
  ['join_text', Array.from({ length: 65_536 }, () => ''), 'a'.repeat(16)],
  ['join_text', ['a'.repeat(1_048_575), ''], ','],
  ['sum', Array.from({ length: 65_536 }, (_, i) => (i % 2 === 0 ? INT64_MAX : INT64_MIN))],
  ['sum', [...Array.from({ length: 65_534 }, (_, i) => (i < 32_767 ? INT64_MAX : INT64_MIN)), 32_766, INT64_MAX]],
  ['sum', Array.from({ length: 65_536 }, () => INT64_MIN)],
  ['sum', [INT64_MIN, -1, 1]],
  ['sort', Array.from({ length: 65_536 }, (_, i) => (i * 40_503) % 65_536)],
  ['sort_texts', Array.from({ length: 4_097 }, (_, i) => String((i * 2_741) % 4_097))],
];
