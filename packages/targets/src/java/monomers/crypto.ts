import { call, compared, primary } from '../expression.js';
import { type Emission, type Emissions, isBetween, lengthAt, piece } from './emission.js';

function digest(name: string): Emission {
  return { write: (a) => call(a.use('digest'), [primary(`"${name}"`), ...a.args]) };
}

/** The size of a block is that of the digest. */
function hmac(name: string, block: number): Emission {
  return { write: (a) => call(a.use('hmac'), [primary(`"${name}"`), primary(String(block)), ...a.args]) };
}

function checksum(name: 'CRC32' | 'Adler32'): Emission {
  return { write: (a) => call(a.use('checksum'), [primary(`new ${a.import(`java.util.zip.${name}`)}()`), ...a.args], 'long') };
}

/** The crypto family, by name. */
export const CRYPTO = {
  SHA1: digest('SHA-1'),
  SHA256: digest('SHA-256'),
  SHA512: digest('SHA-512'),
  SHA3_256: digest('SHA3-256'),
  HMAC_SHA256: hmac('SHA-256', 64),
  HMAC_SHA512: hmac('SHA-512', 128),
  HKDF_SHA256: piece('hkdfSha256', 'other'),
  CRC16: piece('crc16', 'int'),
  CRC32: checksum('CRC32'),
  ADLER32: checksum('Adler32'),
  FNV1A_32: piece('fnv1a', 'long'),
  MURMUR3_32: piece('murmur3', 'long', (a) => [isBetween(a, 1, 0, 2 ** 32 - 1)]),
  XOR_BYTES: piece('xorBytes', 'other', (a) => [compared(lengthAt(a, 0), '==', lengthAt(a, 1))]),
  EQUAL_CT: piece('equalInConstantTime', 'boolean'),
  LUHN: piece('hasLuhnDigit', 'boolean'),
  MOD97: piece('mod97', 'other'),
} satisfies Emissions;
