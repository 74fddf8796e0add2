import type { MonomerName } from '@kirchhoff/coherence';
import { binary, call, integer, primary } from '../expression.js';
import { argument, type Emission, isBetween, piece } from './emission.js';
import { lengthAt } from './sequences.js';

function hmac(hash: 'sha256Of' | 'sha512Of', blockSize: number): Emission {
  return {
    gives: 'other',
    plain: (application) => {
      const name = primary(application.runtime.use(hash), 'other');
      return call(application.runtime.use('hmacOf'), [name, integer(blockSize, 'number'), ...application.args], 'other');
    },
  };
}

/** The crypto family, by name. */
export const CRYPTO = {
  SHA1: piece('sha1Of', 'other'),
  SHA256: piece('sha256Of', 'other'),
  SHA512: piece('sha512Of', 'other'),
  SHA3_256: piece('sha3Of256', 'other'),
  HMAC_SHA256: hmac('sha256Of', 64),
  HMAC_SHA512: hmac('sha512Of', 128),
  HKDF_SHA256: piece('hkdfSha256', 'other'),
  CRC16: piece('crc16Of', 'number'),
  CRC32: piece('crc32Of', 'number'),
  ADLER32: piece('adler32Of', 'number'),
  FNV1A_32: piece('fnv1a32Of', 'number'),
  MURMUR3_32: piece('murmur3Of', 'number', (application) => isBetween(argument(application, 1), 0, 2 ** 32 - 1)),
  XOR_BYTES: piece('xorOf', 'other', (application) => [
    binary(lengthAt(application, 0), '===', lengthAt(application, 1), 'equality', 'other'),
  ]),
  EQUAL_CT: piece('areEqualInConstantTime', 'other'),
  LUHN: piece('hasLuhnDigit', 'other'),
  MOD97: piece('mod97Of', 'other'),
} satisfies Partial<Record<MonomerName, Emission>>;
