import type { PieceSource } from './piece.js';

/** Checksums, non-cryptographic hashes, and check digits. */
export const CHECKSUMS = {
  crc16Of: {
    code: `
/** CRC-16/CCITT-FALSE. */
function crc16Of(bytes«: Uint8Array»)«: number» {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc;
}`,
  },
  crc32Remainders: {
    code: `
const crc32Remainders = Int32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit += 1) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
  return remainder;
});`,
  },
  crc32Of: {
    uses: ['crc32Remainders'],
    code: `
/** CRC-32/ISO-HDLC. */
function crc32Of(bytes«: Uint8Array»)«: number» {
  let crc = -1;
  for (const byte of bytes) crc = (crc >>> 8) ^ crc32Remainders[(crc ^ byte) & 255];
  return ~crc >>> 0;
}`,
  },
  adler32Of: {
    code: `
/** RFC 1950. */
function adler32Of(bytes«: Uint8Array»)«: number» {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return b * 65536 + a;
}`,
  },
  fnv1a32Of: {
    code: `
function fnv1a32Of(bytes«: Uint8Array»)«: number» {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}`,
  },
  murmur3Of: {
    code: `
/** MurmurHash3 x86 32. */
function murmur3Of(bytes«: Uint8Array», seed«: number»)«: number» {
  const rotate = (word«: number», count«: number») => (word << count) | (word >>> (32 - count));
  const scramble = (block«: number») => Math.imul(rotate(Math.imul(block, 0xcc9e2d51), 15), 0x1b873593);
  const whole = bytes.length - (bytes.length % 4);
  let hash = seed | 0;
  for (let i = 0; i < whole; i += 4) {
    const block = bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24);
    hash = (Math.imul(rotate(hash ^ scramble(block), 13), 5) + 0xe6546b64) | 0;
  }
  let tail = 0;
  for (let i = bytes.length - 1; i >= whole; i -= 1) tail = (tail << 8) | bytes[i];
  hash ^= scramble(tail) ^ bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}`,
  },
  xorOf: {
    code: `
/** Exclusive or of two byte strings of one length. */
function xorOf(a«: Uint8Array», b«: Uint8Array»)«: Uint8Array» {
  return Uint8Array.from(a, (byte, i) => byte ^ b[i]);
}`,
  },
  areEqualInConstantTime: {
    code: `
/** Compares without a branch or an early exit that depends on the bytes; lengths are not secret. */
function areEqualInConstantTime(a«: Uint8Array», b«: Uint8Array»)«: boolean» {
  let differing = a.length ^ b.length;
  for (let i = 0; i < a.length; i += 1) differing |= a[i] ^ (b[i] ?? 0);
  return differing === 0;
}`,
  },
  hasLuhnDigit: {
    code: `
/** ISO/IEC 7812-1. */
function hasLuhnDigit(text«: string»)«: boolean» {
  if (!/^[0-9]+$/.test(text)) return false;
  let sum = 0;
  for (let i = 0; i < text.length; i += 1) {
    const digit = text.charCodeAt(i) - 0x30;
    sum += (text.length - i) % 2 === 0 ? 2 * digit - (digit > 4 ? 9 : 0) : digit;
  }
  return sum % 10 === 0;
}`,
  },
  mod97Of: {
    code: `
/** ISO/IEC 7064 MOD 97-10; letters are 10 to 35. */
function mod97Of(text«: string»)«: number | null» {
  if (!/^[0-9A-Za-z]+$/.test(text)) return null;
  let remainder = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    const value = unit < 0x3a ? unit - 0x30 : (unit | 0x20) - 0x61 + 10;
    remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97;
  }
  return remainder;
}`,
  },
} as const satisfies Record<string, PieceSource>;
