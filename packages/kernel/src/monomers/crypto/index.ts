import type { Semantics } from '../monomer.js';
import type { MonomerName } from '../names.js';
import { equalCt, xorBytes } from './bytewise.js';
import { luhn, mod97 } from './check-digits.js';
import { adler32, crc16, crc32, fnv1a32, murmur332 } from './checksums.js';
import { hkdfSha256, hmacSha256, hmacSha512, sha1, sha256, sha512, sha3256 } from './digests.js';

export const crypto: Readonly<Record<MonomerName<'crypto'>, Semantics>> = {
  SHA1: sha1,
  SHA256: sha256,
  SHA512: sha512,
  SHA3_256: sha3256,
  HMAC_SHA256: hmacSha256,
  HMAC_SHA512: hmacSha512,
  HKDF_SHA256: hkdfSha256,
  CRC16: crc16,
  CRC32: crc32,
  ADLER32: adler32,
  FNV1A_32: fnv1a32,
  MURMUR3_32: murmur332,
  XOR_BYTES: xorBytes,
  EQUAL_CT: equalCt,
  LUHN: luhn,
  MOD97: mod97,
};
