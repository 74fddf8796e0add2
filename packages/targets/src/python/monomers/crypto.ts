import { call, compared, method, primary } from '../expression.js';
import { argument, type Emission, type Emissions, isBetween, lengthAt, library, piece } from './emission.js';

function digest(name: string): Emission {
  return { write: (a) => method(call(`${a.module('hashlib')}.${name}`, argument(a, 0)), 'digest') };
}

/** The crypto family, by name. */
export const CRYPTO = {
  SHA1: digest('sha1'),
  SHA256: digest('sha256'),
  SHA512: digest('sha512'),
  SHA3_256: digest('sha3_256'),
  HMAC_SHA256: library('hmac', 'digest', '"sha256"'),
  HMAC_SHA512: library('hmac', 'digest', '"sha512"'),
  HKDF_SHA256: piece('_hkdf_sha256'),
  // CRC-16/CCITT-FALSE.
  CRC16: library('binascii', 'crc_hqx', '0xFFFF'),
  CRC32: library('zlib', 'crc32'),
  ADLER32: library('zlib', 'adler32'),
  FNV1A_32: piece('_fnv1a_32'),
  MURMUR3_32: piece('_murmur3_32', (a) => [isBetween(a, 1, 0, 2 ** 32 - 1)]),
  XOR_BYTES: {
    needs: (a) => [compared(lengthAt(a, 0), '==', lengthAt(a, 1))],
    write: (a) => primary(`bytes(x ^ y for x, y in ${call('zip', ...a.args).text})`),
  },
  EQUAL_CT: library('hmac', 'compare_digest'),
  LUHN: piece('_has_luhn_digit'),
  MOD97: piece('_mod97'),
} satisfies Emissions;
