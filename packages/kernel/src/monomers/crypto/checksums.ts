import { integers, NEVER, ofRanges } from '../../abstract/abstract.js';
import { range } from '../../abstract/ranges.js';
import { BYTES, INTEGER } from '../../types/domain.js';
import { bytesAt, integerWithin } from '../arguments.js';
import { monomer, type Semantics } from '../monomer.js';
import { overload } from '../overloads.js';
import { needs } from '../precondition.js';
import { boundsAt, viewAt } from '../views.js';
import { READS } from '../work.js';
import { murmur3 } from './murmur3.js';

/** CRC16, CRC32, ADLER32, FNV1A_32 and MURMUR3_32: natural numbers for which only an upper bound is known. */

const U32_MAX = 0xffff_ffff;

function checksum(greatest: number, of: (bytes: Uint8Array) => number): Semantics {
  return monomer({
    overloads: [overload({ octets: BYTES }, INTEGER)],
    reference: (args) => of(bytesAt(args, 0)),
    work: READS,
    precondition: null,
    few: 'run',
    transfer: () => integers(0, greatest),
    related: null,
    refine: null,
    facts: null,
    linear: null,
    smt: null,
  });
}

export const crc16 = checksum(0xffff, (bytes) => {
  let crc = 0xffff;
  for (const byte of bytes) crc = ((crc << 8) & 0xffff) ^ remainder16((crc >> 8) ^ byte);
  return crc;
});

/** Returns the remainder of a byte, shifted up by 16 bits, by the polynomial 0x1021. */
function remainder16(byte: number): number {
  let remainder = byte << 8;
  for (let bit = 0; bit < 8; bit += 1) remainder = ((remainder << 1) ^ (remainder & 0x8000 ? 0x1021 : 0)) & 0xffff;
  return remainder;
}

/** The remainder of each byte by the reflected polynomial 0xEDB88320 (ISO/IEC 13239, RFC 1952 section 8). */
const REMAINDERS_32 = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit += 1) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb8_8320 : 0);
  return remainder >>> 0;
});

export const crc32 = checksum(U32_MAX, (bytes) => {
  let crc = U32_MAX;
  for (const byte of bytes) crc = (crc >>> 8) ^ (REMAINDERS_32[(crc ^ byte) & 255] ?? 0);
  return (crc ^ U32_MAX) >>> 0;
});

/** The largest prime below 65,536. */
const ADLER_BASE = 65_521;

export const adler32 = checksum((ADLER_BASE - 1) * 65_537, (bytes) => {
  let a = 1;
  let b = 0;
  for (const byte of bytes) {
    a = (a + byte) % ADLER_BASE;
    b = (b + a) % ADLER_BASE;
  }
  return b * 65_536 + a;
});

const FNV_OFFSET_BASIS = 0x811c_9dc5;
const FNV_PRIME = 0x0100_0193;

export const fnv1a32 = checksum(U32_MAX, (bytes) => {
  let hash = FNV_OFFSET_BASIS;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, FNV_PRIME);
  return hash >>> 0;
});

export const murmur332 = monomer({
  overloads: [overload({ octets: BYTES, seed: INTEGER }, INTEGER)],
  reference: (args) => {
    const seed = integerWithin(args, 1, 0, U32_MAX);
    return seed === undefined ? undefined : murmur3(bytesAt(args, 0), seed);
  },
  work: READS,
  precondition: [needs.within(1, 0, U32_MAX)],
  few: 'run',
  transfer: (args) => (boundsAt(args, 1).lo > U32_MAX || boundsAt(args, 1).hi < 0 ? NEVER : integers(0, U32_MAX)),
  related: null,
  refine: (_, args) => [viewAt(args, 0), ofRanges(range(0, U32_MAX))],
  facts: null,
  linear: null,
  smt: null,
});
