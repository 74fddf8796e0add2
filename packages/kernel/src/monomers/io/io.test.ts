import * as fc from 'fast-check';
import { BYTES_LENGTH, TEXT_LENGTH } from '../../limits.js';
import { NONE, OptionValue, type Value } from '../../values/value.js';
import { familyOf, referenceOf } from '../testing/rows.js';

/** The part of Node that these tests use. The package itself uses neither Node nor its types. */
interface NodeBuffer extends Iterable<number> {
  toString(encoding: 'hex' | 'base64'): string;
  readUInt16BE(i: number): number;
  readUInt16LE(i: number): number;
  readUInt32BE(i: number): number;
  readUInt32LE(i: number): number;
}
declare const Buffer: { from(bytes: Uint8Array): NodeBuffer; from(text: string, encoding: 'hex' | 'base64'): NodeBuffer };
declare const TextDecoder: new (encoding: string, options: { fatal: true; ignoreBOM: true }) => { decode(bytes: Uint8Array): string };
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

const row = (name: string) => referenceOf(familyOf('io'), name);
const some = (value: Value) => new OptionValue(value);
const zeros = (length: number) => new Uint8Array(length);
const bytesOf = (buffer: NodeBuffer) => Uint8Array.from(buffer);

describe('PARSE_INT', () => {
  it('parses the texts of FORMAT_INT', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (integer) => {
        const value = Number.isSafeInteger(Number(integer)) ? Number(integer) : integer;
        expect(row('FORMAT_INT')(value)).toBe(integer.toString());
        expect(row('PARSE_INT')(integer.toString())).toEqual(some(value));
      }),
    );
  });

  it('returns none for a megabyte of nines without delay', () => {
    expect(row('PARSE_INT')('9'.repeat(TEXT_LENGTH))).toBe(NONE);
  });

  it('takes any number of leading zeros', () => {
    expect(row('PARSE_INT')(`-${'0'.repeat(TEXT_LENGTH - 2)}7`)).toEqual(some(-7));
    expect(row('PARSE_INT')('0'.repeat(TEXT_LENGTH))).toEqual(some(0));
    expect(row('PARSE_INT')('00000000000000000009223372036854775807')).toEqual(some(2n ** 63n - 1n));
  });

  it.each(['--1', '1-', '1.0', '1e3', '0x10', '1_000', '1 ', '\n1', '-9223372036854775809', '9'.repeat(20)])(
    'returns none for %j',
    (text) => {
      expect(row('PARSE_INT')(text)).toBe(NONE);
    },
  );
});

describe('hexadecimal and base64', () => {
  it('agree with Buffer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        const buffer = Buffer.from(bytes);
        expect(row('FORMAT_HEX')(bytes)).toBe(buffer.toString('hex'));
        expect(row('FORMAT_BASE64')(bytes)).toBe(buffer.toString('base64'));
        expect(row('PARSE_HEX')(buffer.toString('hex').toUpperCase())).toEqual(some(bytesOf(buffer)));
        expect(row('PARSE_BASE64')(buffer.toString('base64'))).toEqual(some(bytesOf(buffer)));
      }),
    );
  });

  it('parse only texts that they format, apart from the case of digits', () => {
    const nearly = fc.string({ unit: fc.constantFrom('A', 'f', 'Z', '0', '+', '/', '=', '-', ' ', '\u00e9'), maxLength: 8 });
    fc.assert(
      fc.property(nearly, (text) => {
        const base64 = Buffer.from(text, 'base64');
        expect(row('PARSE_BASE64')(text)).toEqual(base64.toString('base64') === text ? some(bytesOf(base64)) : NONE);
        const hex = Buffer.from(text, 'hex');
        expect(row('PARSE_HEX')(text)).toEqual(hex.toString('hex') === text.toLowerCase() ? some(bytesOf(hex)) : NONE);
      }),
      { numRuns: 2000 },
    );
  });
});

const contentOf = (value: Value | undefined) => (value instanceof OptionValue ? value.content : 'no option');

describe('UTF-8', () => {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const expected = (bytes: Uint8Array): string | undefined => {
    try {
      return strict.decode(bytes);
    } catch {
      return undefined;
    }
  };

  /** The first and the last bytes of the rows in table 3-7 of the Unicode Standard, and their neighbours. */
  const edges = [0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef].concat([
    0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff,
  ]);

  it('is decoded like a fatal TextDecoder, for all sequences of one and two bytes', () => {
    const wrong: number[][] = [];
    const decode = row('UTF8_DECODE');
    for (let first = 0; first < 256; first += 1) {
      for (let second = -1; second < 256; second += 1) {
        const bytes = Uint8Array.from(second < 0 ? [first] : [first, second]);
        if (contentOf(decode(bytes)) !== expected(bytes)) wrong.push([...bytes]);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('is decoded so for all sequences of four boundary bytes', () => {
    const wrong: number[][] = [];
    const decode = row('UTF8_DECODE');
    for (const a of edges.filter((byte) => byte >= 0xdf)) {
      for (const b of edges) {
        for (const c of edges) {
          for (const bytes of [Uint8Array.of(a, b, c), ...edges.map((d) => Uint8Array.of(a, b, c, d))]) {
            if (contentOf(decode(bytes)) !== expected(bytes)) wrong.push([...bytes]);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('of every code point agrees with TextEncoder, and decodes to it', () => {
    const encoder = new TextEncoder();
    for (let start = 0; start <= 0x10ffff; start += 0x1000) {
      const codePoints = Array.from({ length: 0x1000 }, (_, i) => start + i).filter((code) => code < 0xd800 || code > 0xdfff);
      const text = codePoints.map((code) => String.fromCodePoint(code)).join('');
      const bytes = encoder.encode(text);
      const encoded = row('UTF8_ENCODE')(text);
      expect(encoded instanceof Uint8Array && Buffer.from(encoded).toString('hex') === Buffer.from(bytes).toString('hex')).toBe(true);
      expect(row('UTF8_DECODE')(bytes)).toEqual(some(text));
    }
  });
});

describe('unsigned integers in bytes', () => {
  it.each([
    ['U16_BE', 2, 'readUInt16BE'],
    ['U16_LE', 2, 'readUInt16LE'],
    ['U32_BE', 4, 'readUInt32BE'],
    ['U32_LE', 4, 'readUInt32LE'],
  ] as const)('READ_%s reads what Buffer reads, at every place, and WRITE writes it again', (name, size, method) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 9 }), fc.integer({ min: -1, max: 9 }), (bytes, i) => {
        const reaches = i >= 0 && i + size <= bytes.length;
        const n = reaches ? Buffer.from(bytes)[method](i) : undefined;
        // A view with an offset of its own, like a slice of a larger buffer.
        const view = Uint8Array.of(1, 2, 3, ...bytes).subarray(3);
        expect(row(`READ_${name}`)(view, i)).toBe(n);
        if (n !== undefined) expect(row(`WRITE_${name}`)(n)).toEqual(bytes.slice(i, i + size));
      }),
    );
  });
});

describe('a violated precondition gives no result', () => {
  it.each<[string, string, Value[]]>([
    ['FORMAT_HEX', 'beyond the text limit', [zeros(TEXT_LENGTH / 2 + 1)]],
    ['FORMAT_BASE64', 'beyond the text limit', [zeros((TEXT_LENGTH / 4) * 3 + 1)]],
    ['UTF8_ENCODE', 'beyond the bytes limit', [`${'a'.repeat(BYTES_LENGTH - 1)}\u00e9`]],
    ['READ_U16_BE', 'at an index of 64 bits', [zeros(4), 2n ** 63n - 1n]],
    ['WRITE_U16_BE', 'of 2^16', [2 ** 16]],
    ['WRITE_U16_LE', 'of -1', [-1]],
    ['WRITE_U32_BE', 'of 2^32', [2 ** 32]],
    ['WRITE_U32_LE', 'of the least integer', [-(2n ** 63n)]],
  ])('%s %s', (name, _, args) => {
    expect(row(name)(...args)).toBeUndefined();
  });

  it('and one that just holds gives a result', () => {
    expect(row('FORMAT_HEX')(zeros(TEXT_LENGTH / 2))).toHaveLength(TEXT_LENGTH);
    expect(row('FORMAT_BASE64')(zeros((TEXT_LENGTH / 4) * 3))).toHaveLength(TEXT_LENGTH);
    expect(row('UTF8_ENCODE')('\u{1f600}'.repeat(BYTES_LENGTH / 4))).toHaveLength(BYTES_LENGTH);
  });
});
