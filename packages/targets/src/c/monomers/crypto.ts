import { compared, member } from '../expression.js';
import { argument, type Emissions, isBetween, making, piece } from './emission.js';

/** The crypto family, by name. */
export const CRYPTO = {
  SHA1: making('kir_sha1'),
  SHA256: making('kir_sha256'),
  SHA512: making('kir_sha512'),
  SHA3_256: making('kir_sha3_256'),
  HMAC_SHA256: making('kir_hmac_sha256'),
  HMAC_SHA512: making('kir_hmac_sha512'),
  HKDF_SHA256: making('kir_hkdf_sha256'),
  CRC16: piece('kir_crc16'),
  CRC32: piece('kir_crc32'),
  ADLER32: piece('kir_adler32'),
  FNV1A_32: piece('kir_fnv1a_32'),
  MURMUR3_32: piece('kir_murmur3_32', (a) => [isBetween(a, 1, 0, 2 ** 32 - 1)]),
  XOR_BYTES: making('kir_xor_bytes', (a) => [compared(member(argument(a, 0), 'size'), '==', member(argument(a, 1), 'size'))]),
  EQUAL_CT: piece('kir_equal_bytes_ct'),
  LUHN: piece('kir_has_luhn_digit'),
  MOD97: piece('kir_mod97'),
} satisfies Emissions;
