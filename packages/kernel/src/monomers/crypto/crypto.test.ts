import * as fc from 'fast-check';
import { NONE, OptionValue, type Value } from '../../values/value.js';
import { decodeHex, encodeHex } from '../io/hex.js';
import { familyOf, referenceOf } from '../testing/rows.js';

const row = (name: string) => referenceOf(familyOf('crypto'), name);
const ascii = (text: string) => Uint8Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
const hexOf = (value: Value | undefined): string => (value instanceof Uint8Array ? encodeHex(value) : 'no bytes');
const upTo = (from: number, to: number) => Uint8Array.from({ length: to - from + 1 }, (_, i) => from + i);

function bytes(hex: string): Uint8Array {
  const decoded = decodeHex(hex);
  if (decoded === undefined) throw new Error(`${hex} is not hexadecimal`);
  return decoded;
}

const TWO_BLOCKS = 'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq';
const MILLION = 'a'.repeat(1_000_000);
const cut = (text: string) => JSON.stringify(text.length > 20 ? `${text.slice(0, 20)}…` : text);

describe('the digests of FIPS 180-4 and FIPS 202 (the examples of NIST)', () => {
  it.each(
    [
      ['SHA1', 'abc', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
      ['SHA1', '', 'da39a3ee5e6b4b0d3255bfef95601890afd80709'],
      ['SHA1', TWO_BLOCKS, '84983e441c3bd26ebaae4aa1f95129e5e54670f1'],
      ['SHA1', MILLION, '34aa973cd4c4daa4f61eeb2bdbad27316534016f'],
      ['SHA256', 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
      ['SHA256', '', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
      ['SHA256', TWO_BLOCKS, '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1'],
      ['SHA256', MILLION, 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
      [
        'SHA512',
        'abc',
        'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
      ],
      [
        'SHA512',
        MILLION,
        'e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973ebde0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b',
      ],
      ['SHA3_256', 'abc', '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'],
      ['SHA3_256', '', 'a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a'],
      ['SHA3_256', TWO_BLOCKS, '41c0dba2a9d6240849100376a8235e2c82e1b9998a999e21db32dd97496d3376'],
      ['SHA3_256', MILLION, '5c8875ae474a3634ba4fd55ec85bffd661f32aca75c6d699d0cdcb6c115891c1'],
    ].map(([name = '', message = '', digest = '']) => [name, cut(message), message, digest]),
  )('%s of %s', (name, _, message, digest) => {
    expect(hexOf(row(name)(ascii(message)))).toBe(digest);
  });

  /** The digest of the digests of messages of 0 to 300 bytes, from another implementation (OpenSSL). */
  it.each([
    ['SHA1', 'e570432b09ac39935ad256f819b381ba3900dbbd'],
    ['SHA256', '60d63ff40b5558727a9b786ac0be9300f7ca58fd9ddd3b2f3681b369018a87dc'],
    [
      'SHA512',
      'e1f2f7d5d8fc48db06ec2a0eed639593f549caffa40245747258761214a3ec07134903fde52ace6cfae161a82097ba01f33a97d48dd6a80d4521d96d7401357e',
    ],
    ['SHA3_256', '69fd44e84eaa578a3fbe34556c6fb7edc16373be06260aadfb158090326efefd'],
  ])('%s at every length around its blocks', (name, digest) => {
    const messages = Array.from({ length: 301 }, (_, length) => Uint8Array.from({ length }, (__, i) => i * 7 + length));
    const digests = messages.map((message) => hexOf(row(name)(message))).join('');
    expect(hexOf(row(name)(bytes(digests)))).toBe(digest);
  });
});

describe('HMAC (RFC 4231)', () => {
  const cases = [
    [
      '0b'.repeat(20),
      'Hi There',
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
      '87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cdedaa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854',
    ],
    [
      '4a656665',
      'what do ya want for nothing?',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
      '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737',
    ],
    [
      'aa'.repeat(20),
      '\u00dd'.repeat(50),
      '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
      'fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39bf3e848279a722c806b485a47e67c807b946a337bee8942674278859e13292fb',
    ],
    [
      'aa'.repeat(131),
      'Test Using Larger Than Block-Size Key - Hash Key First',
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
      '80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f3526b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598',
    ],
  ] as const;

  it.each(cases.map((each) => [cut(each[1]), ...each] as const))('of %s', (_, key, message, of256, of512) => {
    expect(hexOf(row('HMAC_SHA256')(bytes(key), ascii(message)))).toBe(of256);
    expect(hexOf(row('HMAC_SHA512')(bytes(key), ascii(message)))).toBe(of512);
  });

  it.each([
    ['HMAC_SHA256', 'SHA256', 64],
    ['HMAC_SHA512', 'SHA512', 128],
  ])('%s is what RFC 2104 section 2 defines, under keys of every length around the blocks', (name, digest, block) => {
    const hash = (...parts: string[]) => hexOf(row(digest)(bytes(parts.join(''))));
    for (let length = 0; length <= 140; length += 1) {
      const key = Uint8Array.from({ length }, (_, i) => i);
      const padded = bytes((length > block ? hash(encodeHex(key)) : encodeHex(key)).padEnd(2 * block, '0'));
      const inner = encodeHex(padded.map((byte) => byte ^ 0x36));
      const outer = encodeHex(padded.map((byte) => byte ^ 0x5c));
      expect(hexOf(row(name)(key, ascii('message')))).toBe(hash(outer, hash(inner, encodeHex(ascii('message')))));
    }
  });
});

const derived = (n: number) => hexOf(row('HKDF_SHA256')(ascii('input'), ascii('salt'), ascii('info'), n));

describe('HKDF (RFC 5869, appendix A)', () => {
  const none = new Uint8Array(0);
  const cases: [string, Value[], string][] = [
    [
      'A.1',
      [bytes('0b'.repeat(22)), upTo(0, 12), upTo(0xf0, 0xf9), 42],
      '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
    ],
    [
      'A.2',
      [upTo(0, 0x4f), upTo(0x60, 0xaf), upTo(0xb0, 0xff), 82],
      'b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87',
    ],
    [
      'A.3',
      [bytes('0b'.repeat(22)), none, none, 42],
      '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8',
    ],
  ];

  it.each(cases)('test case %s', (_, args, okm) => {
    expect(hexOf(row('HKDF_SHA256')(...args))).toBe(okm);
  });

  it('gives any number of bytes from 1 to 255, each the beginning of the next', () => {
    const all = derived(255);
    expect(all).toHaveLength(510);
    for (let n = 1; n <= 255; n += 1) expect(derived(n)).toBe(all.slice(0, 2 * n));
    expect(derived(0)).toBe('no bytes');
    expect(derived(256)).toBe('no bytes');
  });
});

describe('checksums and hashes of 32 bits and less', () => {
  it.each([
    // The check values of the catalogue of parametrised CRC algorithms.
    ['CRC16', '123456789', 0x29b1],
    ['CRC32', '123456789', 0xcbf43926],
    ['CRC32', 'The quick brown fox jumps over the lazy dog', 0x414fa339],
    ['ADLER32', '', 1],
    ['ADLER32', 'Wikipedia', 0x11e60398],
    ['ADLER32', '123456789', 0x091e01de],
    // From the FNV authors' own test suite, test_fnv.c.
    ['FNV1A_32', '', 0x811c9dc5],
    ['FNV1A_32', 'a', 0xe40c292c],
    ['FNV1A_32', 'foobar', 0xbf9cf968],
  ])('%s of %j', (name, message, value) => {
    expect(row(name)(ascii(message))).toBe(value);
  });

  it.each([
    ['', 0, 0],
    ['', 1, 0x514e28b7],
    ['', 0xffffffff, 0x81f16f39],
    ['ffffffff', 0, 0x76293b50],
    ['21436587', 0, 0xf55b516b],
    ['21436587', 0x5082edee, 0x2362f9de],
    ['214365', 0, 0x7e4a8634],
    ['2143', 0, 0xa0f7b07a],
    ['21', 0, 0x72661cf4],
    ['00000000', 0, 0x2362f9de],
    ['000000', 0, 0x85f0b427],
    ['0000', 0, 0x30f4c306],
    ['00', 0, 0x514e28b7],
  ])('MURMUR3_32 of the bytes %j under seed %i', (hex, seed, value) => {
    expect(row('MURMUR3_32')(bytes(hex), seed)).toBe(value);
  });

  it('MURMUR3_32 of a part of a greater buffer is that of its bytes', () => {
    expect(row('MURMUR3_32')(bytes('ffff21436587').subarray(2), 0)).toBe(0xf55b516b);
  });

  it('MURMUR3_32 needs a seed of 32 bits', () => {
    expect(row('MURMUR3_32')(bytes('00'), -1)).toBeUndefined();
    expect(row('MURMUR3_32')(bytes('00'), 2 ** 32)).toBeUndefined();
  });

  it('CRC16 and CRC32 of a message followed by its own CRC are constants', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (message) => {
        const crc16 = Number(row('CRC16')(message));
        expect(row('CRC16')(Uint8Array.of(...message, crc16 >> 8, crc16 & 255))).toBe(0);
        const crc = Number(row('CRC32')(message));
        expect(row('CRC32')(Uint8Array.of(...message, crc & 255, (crc >> 8) & 255, (crc >> 16) & 255, crc >>> 24))).toBe(0x2144df1c);
      }),
    );
  });

  it('ADLER32 of a megabyte of the greatest byte does not overflow', () => {
    let [a, b] = [1n, 0n];
    for (let i = 0; i < 1_048_576; i += 1) {
      a += 255n;
      b += a;
    }
    expect(row('ADLER32')(new Uint8Array(1_048_576).fill(255))).toBe(Number((b % 65_521n) * 65_536n + (a % 65_521n)));
  });
});

describe('XOR_BYTES and EQUAL_CT', () => {
  const pair = fc
    .uint8Array({ maxLength: 12 })
    .chain((a) => fc.tuple(fc.constant(a), fc.uint8Array({ minLength: a.length, maxLength: a.length })));

  it('agree: bytes are equal if their exclusive or is zero, and xor is its own inverse', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const xor = row('XOR_BYTES')(a, b);
        const masked = xor instanceof Uint8Array ? xor : new Uint8Array(0);
        expect(row('XOR_BYTES')(masked, b)).toEqual(a);
        expect(row('EQUAL_CT')(a, b)).toBe(masked.every((byte) => byte === 0));
        expect(row('EQUAL_CT')(a, a.slice())).toBe(true);
      }),
    );
  });

  it('reject different lengths, and find them unequal', () => {
    expect(row('XOR_BYTES')(bytes('00'), bytes(''))).toBeUndefined();
    expect(row('EQUAL_CT')(bytes('0000'), bytes('00'))).toBe(false);
    expect(row('EQUAL_CT')(bytes('00'), bytes('0000'))).toBe(false);
  });
});

describe('LUHN', () => {
  it.each(['4242424242424242', '378282246310005', '6011111111111117', '79927398713', '00', '18'])('accepts %s', (number) => {
    expect(row('LUHN')(number)).toBe(true);
  });

  it('detects every single wrong digit', () => {
    const number = '79927398713';
    for (let i = 0; i < number.length; i += 1) {
      for (let digit = 0; digit <= 9; digit += 1) {
        const changed = number.slice(0, i) + digit + number.slice(i + 1);
        expect(row('LUHN')(changed)).toBe(changed === number);
      }
    }
  });

  it.each(['', ' ', '7992739871a', '-18', '18\n', '\u0661\u0668', '1'])('is false on %j', (text) => {
    expect(row('LUHN')(text)).toBe(false);
  });
});

describe('MOD97', () => {
  it('is the remainder of the number that the characters spell', () => {
    const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 40 }), (characters) => {
        const number = BigInt(characters.map((character) => letters.indexOf(character)).join(''));
        const remainder = new OptionValue(Number(number % 97n));
        expect(row('MOD97')(characters.join(''))).toEqual(remainder);
        expect(row('MOD97')(characters.join('').toLowerCase())).toEqual(remainder);
      }),
    );
  });

  it.each(['', ' ', '1 2', '1-2', '\u00e9', '\u212a', '\uff11', '@', '[', '`', '{', '/', ':'])('returns none for %j', (text) => {
    expect(row('MOD97')(text)).toBe(NONE);
  });
});
