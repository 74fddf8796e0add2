import type { PieceSource } from './piece.js';

/** The remainders of CRC-32/ISO-HDLC for each byte, in little-endian words. */
function crc32Remainders(): string {
  const table = Buffer.alloc(4 * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    let remainder = byte;
    for (let bit = 0; bit < 8; bit += 1) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
    table.writeInt32LE(remainder | 0, 4 * byte);
  }
  return table.toString('hex');
}

/** Checksums, non-cryptographic hashes, and check digits. */
export const CHECKSUMS = {
  crc16: {
    code: `
;; CRC-16/CCITT-FALSE, a byte at a time: the polynomial has the terms 0, 5 and 12.
(func $crc16 (param $bytes i32) (result i64)
  (local $at i32) (local $end i32) (local $crc i32) (local $byte i32)
  (local.set $crc (i32.const 0xffff))
  (local.set $at (local.get $bytes))
  (local.set $end (i32.add (local.get $bytes) (i32.load (local.get $bytes))))
  (loop $next
    (if (i32.ne (local.get $at) (local.get $end))
      (then
        (local.set $byte (i32.xor (i32.shr_u (local.get $crc) (i32.const 8)) (i32.load8_u offset=8 (local.get $at))))
        (local.set $byte (i32.xor (local.get $byte) (i32.shr_u (local.get $byte) (i32.const 4))))
        (local.set $crc (i32.and
          (i32.const 0xffff)
          (i32.xor
            (i32.xor (i32.shl (local.get $crc) (i32.const 8)) (i32.shl (local.get $byte) (i32.const 12)))
            (i32.xor (i32.shl (local.get $byte) (i32.const 5)) (local.get $byte)))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next))))
  (i64.extend_i32_u (local.get $crc)))`,
  },
  crc32: {
    data: { crc32_remainders: crc32Remainders() },
    code: `
;; CRC-32/ISO-HDLC.
(func $crc32 (param $bytes i32) (result i64)
  (local $at i32) (local $end i32) (local $crc i32)
  (local.set $crc (i32.const -1))
  (local.set $at (local.get $bytes))
  (local.set $end (i32.add (local.get $bytes) (i32.load (local.get $bytes))))
  (loop $next
    (if (i32.ne (local.get $at) (local.get $end))
      (then
        (local.set $crc (i32.xor
          (i32.shr_u (local.get $crc) (i32.const 8))
          (i32.load
            (i32.add
              (global.get $crc32_remainders)
              (i32.shl
                (i32.and (i32.xor (local.get $crc) (i32.load8_u offset=8 (local.get $at))) (i32.const 0xff))
                (i32.const 2))))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next))))
  (i64.extend_i32_u (i32.xor (local.get $crc) (i32.const -1))))`,
  },
  adler32: {
    code: `
;; RFC 1950.
(func $adler32 (param $bytes i32) (result i64)
  (local $at i32) (local $end i32) (local $a i32) (local $b i32)
  (local.set $a (i32.const 1))
  (local.set $at (local.get $bytes))
  (local.set $end (i32.add (local.get $bytes) (i32.load (local.get $bytes))))
  (loop $next
    (if (i32.ne (local.get $at) (local.get $end))
      (then
        (local.set $a (i32.rem_u (i32.add (local.get $a) (i32.load8_u offset=8 (local.get $at))) (i32.const 65_521)))
        (local.set $b (i32.rem_u (i32.add (local.get $a) (local.get $b)) (i32.const 65_521)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next))))
  (i64.extend_i32_u (i32.or (i32.shl (local.get $b) (i32.const 16)) (local.get $a))))`,
  },
  fnv1a_32: {
    code: `
(func $fnv1a_32 (param $bytes i32) (result i64)
  (local $at i32) (local $end i32) (local $hash i32)
  (local.set $hash (i32.const 0x811c9dc5))
  (local.set $at (local.get $bytes))
  (local.set $end (i32.add (local.get $bytes) (i32.load (local.get $bytes))))
  (loop $next
    (if (i32.ne (local.get $at) (local.get $end))
      (then
        (local.set $hash (i32.mul (i32.xor (local.get $hash) (i32.load8_u offset=8 (local.get $at))) (i32.const 0x01000193)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next))))
  (i64.extend_i32_u (local.get $hash)))`,
  },
  murmur3_32: {
    code: `
;; MurmurHash3 x86 32.
(func $murmur3_32 (param $bytes i32) (param $seed i64) (result i64)
  (local $at i32) (local $size i32) (local $end i32) (local $hash i32) (local $tail i32)
  (local.set $hash (i32.wrap_i64 (local.get $seed)))
  (local.set $size (i32.load (local.get $bytes)))
  (local.set $at (i32.add (local.get $bytes) (i32.const 8)))
  (local.set $end (i32.add (local.get $at) (i32.and (local.get $size) (i32.const -4))))
  (loop $blocks
    (if (i32.ne (local.get $at) (local.get $end))
      (then
        (local.set $hash (i32.add
          (i32.mul
            (i32.rotl
              (i32.xor (local.get $hash) (call $murmur3_32_scramble (i32.load (local.get $at))))
              (i32.const 13))
            (i32.const 5))
          (i32.const 0xe6546b64)))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $blocks))))
  (local.set $at (i32.add (local.get $at) (i32.and (local.get $size) (i32.const 3))))
  (loop $rest
    (if (i32.ne (local.get $at) (local.get $end))
      (then
        (local.set $at (i32.sub (local.get $at) (i32.const 1)))
        (local.set $tail (i32.or (i32.shl (local.get $tail) (i32.const 8)) (i32.load8_u (local.get $at))))
        (br $rest))))
  (local.set $hash (i32.xor (i32.xor (local.get $hash) (call $murmur3_32_scramble (local.get $tail))) (local.get $size)))
  (local.set $hash (i32.mul (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 16))) (i32.const 0x85ebca6b)))
  (local.set $hash (i32.mul (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 13))) (i32.const 0xc2b2ae35)))
  (i64.extend_i32_u (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 16)))))
(func $murmur3_32_scramble (param $block i32) (result i32)
  (i32.mul (i32.rotl (i32.mul (local.get $block) (i32.const 0xcc9e2d51)) (i32.const 15)) (i32.const 0x1b873593)))`,
  },
  xor_bytes: {
    code: `
;; Both have one length.
(func $xor_bytes (param $a i32) (param $b i32) (result i32)
  (local $size i32) (local $xor i32) (local $at i32)
  (local.set $size (i32.load (local.get $a)))
  (local.set $xor (call $new_sequence (local.get $size) (i32.const 0) (local.get $size)))
  (loop $next
    (if (i32.ne (local.get $at) (local.get $size))
      (then
        (i32.store8 offset=8
          (i32.add (local.get $xor) (local.get $at))
          (i32.xor
            (i32.load8_u offset=8 (i32.add (local.get $a) (local.get $at)))
            (i32.load8_u offset=8 (i32.add (local.get $b) (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next))))
  (local.get $xor))`,
  },
  equal_ct: {
    code: `
;; Compares without a branch or an early exit that depends on the bytes; lengths are not secret.
(func $equal_ct (param $a i32) (param $b i32) (result i32)
  (local $size i32) (local $differing i32) (local $at i32)
  (local.set $size (i32.load (local.get $a)))
  (if (i32.ne (local.get $size) (i32.load (local.get $b))) (then (return (i32.const 0))))
  (loop $next
    (if (i32.ne (local.get $at) (local.get $size))
      (then
        (local.set $differing (i32.or
          (local.get $differing)
          (i32.xor
            (i32.load8_u offset=8 (i32.add (local.get $a) (local.get $at)))
            (i32.load8_u offset=8 (i32.add (local.get $b) (local.get $at))))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next))))
  (i32.eqz (local.get $differing)))`,
  },
  luhn: {
    code: `
;; ISO/IEC 7812-1: every second digit from the right is doubled, and the digits of the product are added.
(func $luhn (param $text i32) (result i32)
  (local $at i32) (local $left i32) (local $digit i32) (local $sum i32)
  (local.set $left (i32.load (local.get $text)))
  (if (i32.eqz (local.get $left)) (then (return (i32.const 0))))
  (local.set $at (local.get $text))
  (loop $next
    (if (local.get $left)
      (then
        (local.set $digit (i32.sub (i32.load8_u offset=8 (local.get $at)) (i32.const 0x30)))
        (if (i32.gt_u (local.get $digit) (i32.const 9)) (then (return (i32.const 0))))
        (local.set $sum (i32.add
          (local.get $sum)
          (if (result i32) (i32.and (local.get $left) (i32.const 1))
            (then (local.get $digit))
            (else
              (i32.sub
                (i32.shl (local.get $digit) (i32.const 1))
                (i32.mul (i32.gt_u (local.get $digit) (i32.const 4)) (i32.const 9)))))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (br $next))))
  (i32.eqz (i32.rem_u (local.get $sum) (i32.const 10))))`,
  },
  mod97: {
    code: `
;; ISO/IEC 7064 MOD 97-10; letters are 10 to 35.
(func $mod97 (param $text i32) (result i32)
  (local $at i32) (local $end i32) (local $value i32) (local $remainder i32)
  (local.set $at (local.get $text))
  (local.set $end (i32.add (local.get $text) (i32.load (local.get $text))))
  (if (i32.eq (local.get $at) (local.get $end)) (then (return (i32.const 0))))
  (loop $next
    (if (i32.ne (local.get $at) (local.get $end))
      (then
        (local.set $value (i32.sub (i32.load8_u offset=8 (local.get $at)) (i32.const 0x30)))
        (if (i32.gt_u (local.get $value) (i32.const 9))
          (then
            (local.set $value (i32.sub (i32.or (i32.add (local.get $value) (i32.const 0x30)) (i32.const 0x20)) (i32.const 0x61)))
            (if (i32.gt_u (local.get $value) (i32.const 25)) (then (return (i32.const 0))))
            (local.set $value (i32.add (local.get $value) (i32.const 10)))
            (local.set $remainder (i32.mul (local.get $remainder) (i32.const 10)))))
        (local.set $remainder (i32.rem_u (i32.add (i32.mul (local.get $remainder) (i32.const 10)) (local.get $value)) (i32.const 97)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next))))
  (call $some_integer (i64.extend_i32_u (local.get $remainder))))`,
  },
} as const satisfies Record<string, PieceSource>;
