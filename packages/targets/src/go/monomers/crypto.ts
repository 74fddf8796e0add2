import { binary, call, integer } from '../expression.js';
import { type Emission, type Emissions, isBetween, lengthAt, optionPiece, piece } from './emission.js';

/** A checksum of the standard library, of 32 bits. */
function checksum(callee: string): Emission {
  return { write: (a) => call('int64', call(callee, ...a.args)) };
}

/** The crypto family, by name. */
export const CRYPTO = {
  SHA1: piece('sha1Sum'),
  SHA256: piece('sha256Sum'),
  SHA512: piece('sha512Sum'),
  SHA3_256: piece('sha3Sum256'),
  HMAC_SHA256: piece('hmacSHA256'),
  HMAC_SHA512: piece('hmacSHA512'),
  HKDF_SHA256: piece('hkdfSHA256'),
  CRC16: piece('crc16'),
  CRC32: checksum('crc32.ChecksumIEEE'),
  ADLER32: checksum('adler32.Checksum'),
  FNV1A_32: piece('fnv1a32'),
  MURMUR3_32: piece('murmur3', (a) => isBetween(a, 1, 0, 2 ** 32 - 1)),
  XOR_BYTES: piece('xorBytes', (a) => [binary(lengthAt(a, 0), '==', lengthAt(a, 1))]),
  EQUAL_CT: { write: (a) => binary(call('subtle.ConstantTimeCompare', ...a.args), '==', integer(1)) },
  LUHN: piece('hasLuhnDigit'),
  MOD97: optionPiece('mod97'),
} satisfies Emissions;
