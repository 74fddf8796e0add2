import { compared } from '../expression.js';
import { type Emissions, isBetween, optionPiece, piece, sizeAt } from './emission.js';

/** The crypto family, by name. */
export const CRYPTO = {
  SHA1: piece('sha1'),
  SHA256: piece('sha256'),
  SHA512: piece('sha512'),
  SHA3_256: piece('sha3_256'),
  HMAC_SHA256: piece('hmac_sha256'),
  HMAC_SHA512: piece('hmac_sha512'),
  HKDF_SHA256: piece('hkdf_sha256'),
  CRC16: piece('crc16'),
  CRC32: piece('crc32'),
  ADLER32: piece('adler32'),
  FNV1A_32: piece('fnv1a_32'),
  MURMUR3_32: piece('murmur3_32', (a) => [isBetween(a, 1, 0, 2 ** 32 - 1)]),
  XOR_BYTES: piece('xor_bytes', (a) => [compared(sizeAt(a, 0), '==', sizeAt(a, 1))]),
  EQUAL_CT: piece('equal_ct'),
  LUHN: piece('has_luhn_digit'),
  MOD97: optionPiece('mod97'),
} satisfies Emissions;
