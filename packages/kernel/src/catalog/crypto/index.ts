import type { Monomer } from '../monomer.js';
import { adler32 } from './adler32.js';
import { crc16 } from './crc16.js';
import { crc32 } from './crc32.js';
import { equalCt } from './equal-ct.js';
import { fnv1a32 } from './fnv1a-32.js';
import { hkdfSha256 } from './hkdf-sha256.js';
import { hmacSha256 } from './hmac-sha256.js';
import { hmacSha512 } from './hmac-sha512.js';
import { luhn } from './luhn.js';
import { mod97 } from './mod97.js';
import { murmur332 } from './murmur3-32.js';
import { sha1 } from './sha1.js';
import { sha3256 } from './sha3-256.js';
import { sha256 } from './sha256.js';
import { sha512 } from './sha512.js';
import { xorBytes } from './xor-bytes.js';

/** In the order of the catalog. */
export const crypto: readonly Monomer[] = [
  sha1,
  sha256,
  sha512,
  sha3256,
  hmacSha256,
  hmacSha512,
  hkdfSha256,
  crc16,
  crc32,
  adler32,
  fnv1a32,
  murmur332,
  xorBytes,
  equalCt,
  luhn,
  mod97,
];
