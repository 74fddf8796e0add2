import type { PieceSource } from './piece.js';

function hexOf(text: string): string {
  return Buffer.from(text, 'latin1').toString('hex');
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Returns the value of each byte as a digit, or -1. */
function valuesOf(digits: string): string {
  return Buffer.from(Array.from({ length: 256 }, (_, byte) => digits.indexOf(String.fromCharCode(byte)))).toString('hex');
}

/** Conversions between integers, bytes and texts. Parsers return none for other texts. */
export const CODECS = {
  parse_integer: {
    code: `
;; An optional minus and ASCII digits, within 64 bits. The value is kept negative, since the least integer has no opposite.
(func $parse_integer (param $text i32) (result i32)
  (local $at i32) (local $end i32) (local $digit i64) (local $value i64) (local $is_negative i32)
  (local.set $at (i32.add (local.get $text) (i32.const 8)))
  (local.set $end (i32.add (local.get $at) (i32.load (local.get $text))))
  (if (i32.eq (local.get $at) (local.get $end)) (then (return (i32.const 0))))
  (local.set $is_negative (i32.eq (i32.load8_u (local.get $at)) (i32.const 0x2d)))
  (local.set $at (i32.add (local.get $at) (local.get $is_negative)))
  (if (i32.eq (local.get $at) (local.get $end)) (then (return (i32.const 0))))
  (loop $next
    (if (i32.ne (local.get $at) (local.get $end))
      (then
        (local.set $digit (i64.sub (i64.load8_u (local.get $at)) (i64.const 0x30)))
        (if (i64.gt_u (local.get $digit) (i64.const 9)) (then (return (i32.const 0))))
        ;; The least integer is -922337203685477580 * 10 - 8.
        (if (i64.lt_s (local.get $value) (i64.const -922337203685477580)) (then (return (i32.const 0))))
        (local.set $value (i64.sub (i64.mul (local.get $value) (i64.const 10)) (local.get $digit)))
        (if (i64.gt_s (local.get $value) (i64.const 0)) (then (return (i32.const 0))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next))))
  (if (local.get $is_negative) (then (return (call $some_integer (local.get $value)))))
  (if (i64.eq (local.get $value) (i64.const 0x8000000000000000)) (then (return (i32.const 0))))
  (call $some_integer (i64.sub (i64.const 0) (local.get $value))))`,
  },
  write_digits: {
    code: `
;; Writes the last $count decimal digits of an unsigned integer, with zeros before it.
(func $write_digits (param $to i32) (param $value i64) (param $count i32)
  (loop $next
    (if (local.get $count)
      (then
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (i64.store8
          (i32.add (local.get $to) (local.get $count))
          (i64.add (i64.const 0x30) (i64.rem_u (local.get $value) (i64.const 10))))
        (local.set $value (i64.div_u (local.get $value) (i64.const 10)))
        (br $next)))))`,
  },
  count_digits: {
    code: `
;; The number of decimal digits of an unsigned integer.
(func $count_digits (param $value i64) (result i32)
  (local $count i32)
  (local.set $count (i32.const 1))
  (loop $next
    (if (i64.ge_u (local.get $value) (i64.const 10))
      (then
        (local.set $value (i64.div_u (local.get $value) (i64.const 10)))
        (local.set $count (i32.add (local.get $count) (i32.const 1)))
        (br $next))))
  (local.get $count))`,
  },
  format_integer: {
    code: `
(func $format_integer (param $value i64) (result i32)
  (local $is_negative i32) (local $count i32) (local $text i32)
  (local.set $is_negative (i64.lt_s (local.get $value) (i64.const 0)))
  ;; The magnitude of the least integer fits an unsigned one.
  (if (local.get $is_negative) (then (local.set $value (i64.sub (i64.const 0) (local.get $value)))))
  (local.set $count (call $count_digits (local.get $value)))
  (local.set $text (call $new_ascii (i32.add (local.get $count) (local.get $is_negative))))
  (i32.store8 offset=8 (local.get $text) (i32.const 0x2d))
  (call $write_digits
    (i32.add (i32.add (local.get $text) (i32.const 8)) (local.get $is_negative))
    (local.get $value)
    (local.get $count))
  (local.get $text))`,
  },
  parse_hex: {
    code: `
;; Digits of either case.
(func $parse_hex (param $text i32) (result i32)
  (local $size i32) (local $bytes i32) (local $at i32) (local $high i32) (local $low i32)
  (local.set $size (i32.shr_u (i32.load (local.get $text)) (i32.const 1)))
  (if (i32.and (i32.load (local.get $text)) (i32.const 1)) (then (return (i32.const 0))))
  (local.set $bytes (call $new_sequence (local.get $size) (i32.const 0) (local.get $size)))
  (loop $next
    (if (i32.ne (local.get $at) (local.get $size))
      (then
        (local.set $high (call $parse_hex_digit
          (i32.load8_u offset=8 (i32.add (local.get $text) (i32.shl (local.get $at) (i32.const 1))))))
        (local.set $low (call $parse_hex_digit
          (i32.load8_u offset=9 (i32.add (local.get $text) (i32.shl (local.get $at) (i32.const 1))))))
        (if (i32.lt_s (i32.or (local.get $high) (local.get $low)) (i32.const 0)) (then (return (i32.const 0))))
        (i32.store8 offset=8
          (i32.add (local.get $bytes) (local.get $at))
          (i32.or (i32.shl (local.get $high) (i32.const 4)) (local.get $low)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next))))
  (local.get $bytes))
;; The value of a digit, or -1. Letters of both cases differ in bit 0x20 only, and have bit 0x40, which digits have not.
(func $parse_hex_digit (param $byte i32) (result i32)
  (select
    (i32.add
      (i32.and (local.get $byte) (i32.const 15))
      (i32.mul (i32.shr_u (local.get $byte) (i32.const 6)) (i32.const 9)))
    (i32.const -1)
    (i32.or
      (i32.lt_u (i32.sub (local.get $byte) (i32.const 0x30)) (i32.const 10))
      (i32.lt_u (i32.sub (i32.or (local.get $byte) (i32.const 0x20)) (i32.const 0x61)) (i32.const 6)))))`,
  },
  format_hex: {
    code: `
(func $format_hex (param $bytes i32) (result i32)
  (local $size i32) (local $text i32) (local $at i32) (local $byte i32)
  (local.set $size (i32.load (local.get $bytes)))
  (local.set $text (call $new_ascii (i32.shl (local.get $size) (i32.const 1))))
  (loop $next
    (if (i32.ne (local.get $at) (local.get $size))
      (then
        (local.set $byte (i32.load8_u offset=8 (i32.add (local.get $bytes) (local.get $at))))
        (i32.store8 offset=8
          (i32.add (local.get $text) (i32.shl (local.get $at) (i32.const 1)))
          (call $format_hex_digit (i32.shr_u (local.get $byte) (i32.const 4))))
        (i32.store8 offset=9
          (i32.add (local.get $text) (i32.shl (local.get $at) (i32.const 1)))
          (call $format_hex_digit (i32.and (local.get $byte) (i32.const 15))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next))))
  (local.get $text))
(func $format_hex_digit (param $value i32) (result i32)
  (i32.add
    (local.get $value)
    (select (i32.const 0x57) (i32.const 0x30) (i32.gt_u (local.get $value) (i32.const 9)))))`,
  },
  parse_base64: {
    data: { base64_values: valuesOf(BASE64) },
    code: `
;; RFC 4648, section 4, padded; unused bits have to be zero.
(func $parse_base64 (param $text i32) (result i32)
  (local $size i32) (local $padding i32) (local $bytes i32) (local $at i32) (local $digit i32) (local $bits i32)
  (local $count i32) (local $to i32)
  (local.set $size (i32.load (local.get $text)))
  (if (i32.and (local.get $size) (i32.const 3)) (then (return (i32.const 0))))
  (if (local.get $size)
    (then
      (if (i32.eq (i32.load8_u offset=7 (i32.add (local.get $text) (local.get $size))) (i32.const 0x3d))
        (then
          (local.set $padding (i32.add
            (i32.const 1)
            (i32.eq (i32.load8_u offset=6 (i32.add (local.get $text) (local.get $size))) (i32.const 0x3d))))))))
  (local.set $bytes (call $new_sequence
    (i32.sub (i32.mul (i32.shr_u (local.get $size) (i32.const 2)) (i32.const 3)) (local.get $padding))
    (i32.const 0)
    (i32.sub (i32.mul (i32.shr_u (local.get $size) (i32.const 2)) (i32.const 3)) (local.get $padding))))
  (local.set $to (i32.add (local.get $bytes) (i32.const 8)))
  (local.set $size (i32.sub (local.get $size) (local.get $padding)))
  (loop $next
    (if (i32.ne (local.get $at) (local.get $size))
      (then
        (local.set $digit (i32.load8_s
          (i32.add
            (global.get $base64_values)
            (i32.load8_u offset=8 (i32.add (local.get $text) (local.get $at))))))
        (if (i32.lt_s (local.get $digit) (i32.const 0)) (then (return (i32.const 0))))
        (local.set $bits (i32.or (i32.shl (i32.and (local.get $bits) (i32.const 0xff)) (i32.const 6)) (local.get $digit)))
        (local.set $count (i32.add (local.get $count) (i32.const 6)))
        (if (i32.ge_u (local.get $count) (i32.const 8))
          (then
            (local.set $count (i32.sub (local.get $count) (i32.const 8)))
            (i32.store8 (local.get $to) (i32.shr_u (local.get $bits) (local.get $count)))
            (local.set $to (i32.add (local.get $to) (i32.const 1)))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next))))
  (if (i32.and (local.get $bits) (i32.sub (i32.shl (i32.const 1) (local.get $count)) (i32.const 1)))
    (then (return (i32.const 0))))
  (local.get $bytes))`,
  },
  format_base64: {
    data: { base64_digits: hexOf(BASE64) },
    code: `
;; RFC 4648, section 4.
(func $format_base64 (param $bytes i32) (result i32)
  (local $at i32) (local $end i32) (local $text i32) (local $to i32) (local $left i32) (local $group i32)
  (local.set $at (i32.add (local.get $bytes) (i32.const 8)))
  (local.set $end (i32.add (local.get $at) (i32.load (local.get $bytes))))
  (local.set $text (call $new_ascii
    (i32.shl (i32.div_u (i32.add (i32.load (local.get $bytes)) (i32.const 2)) (i32.const 3)) (i32.const 2))))
  (local.set $to (i32.add (local.get $text) (i32.const 8)))
  (loop $next
    (if (i32.lt_u (local.get $at) (local.get $end))
      (then
        (local.set $left (i32.sub (local.get $end) (local.get $at)))
        (local.set $group (i32.shl (i32.load8_u (local.get $at)) (i32.const 16)))
        (if (i32.gt_u (local.get $left) (i32.const 1))
          (then
            (local.set $group (i32.or (local.get $group) (i32.shl (i32.load8_u offset=1 (local.get $at)) (i32.const 8))))))
        (if (i32.gt_u (local.get $left) (i32.const 2))
          (then (local.set $group (i32.or (local.get $group) (i32.load8_u offset=2 (local.get $at))))))
        (i32.store8 (local.get $to) (call $format_base64_digit (i32.shr_u (local.get $group) (i32.const 18))))
        (i32.store8 offset=1
          (local.get $to)
          (call $format_base64_digit (i32.shr_u (local.get $group) (i32.const 12))))
        (i32.store8 offset=2
          (local.get $to)
          (select
            (call $format_base64_digit (i32.shr_u (local.get $group) (i32.const 6)))
            (i32.const 0x3d)
            (i32.gt_u (local.get $left) (i32.const 1))))
        (i32.store8 offset=3
          (local.get $to)
          (select
            (call $format_base64_digit (local.get $group))
            (i32.const 0x3d)
            (i32.gt_u (local.get $left) (i32.const 2))))
        (local.set $at (i32.add (local.get $at) (i32.const 3)))
        (local.set $to (i32.add (local.get $to) (i32.const 4)))
        (br $next))))
  (local.get $text))
(func $format_base64_digit (param $bits i32) (result i32)
  (i32.load8_u (i32.add (global.get $base64_digits) (i32.and (local.get $bits) (i32.const 63)))))`,
  },
  utf8_encode: {
    code: `
(func $utf8_encode (param $text i32) (result i32)
  (local $size i32) (local $bytes i32)
  (local.set $size (i32.load (local.get $text)))
  (local.set $bytes (call $new_sequence (local.get $size) (i32.const 0) (local.get $size)))
  (memory.copy
    (i32.add (local.get $bytes) (i32.const 8))
    (i32.add (local.get $text) (i32.const 8))
    (local.get $size))
  (local.get $bytes))`,
  },
  utf8_decode: {
    code: `
(func $utf8_decode (param $bytes i32) (result i32)
  (local $size i32) (local $length i32) (local $text i32)
  (local.set $size (i32.load (local.get $bytes)))
  (local.set $length (call $count_code_points (i32.add (local.get $bytes) (i32.const 8)) (local.get $size)))
  (if (i32.lt_s (local.get $length) (i32.const 0)) (then (return (i32.const 0))))
  (local.set $text (call $new_sequence (local.get $size) (local.get $length) (local.get $size)))
  (memory.copy
    (i32.add (local.get $text) (i32.const 8))
    (i32.add (local.get $bytes) (i32.const 8))
    (local.get $size))
  (local.get $text))`,
  },
  read_u16_be: {
    code: `
(func $read_u16_be (param $bytes i32) (param $index i64) (result i64)
  (i64.extend_i32_u
    (i32.shr_u
      (call $swap_word (i32.load16_u offset=8 (i32.add (local.get $bytes) (i32.wrap_i64 (local.get $index)))))
      (i32.const 16))))`,
  },
  read_u32_be: {
    code: `
(func $read_u32_be (param $bytes i32) (param $index i64) (result i64)
  (i64.extend_i32_u
    (call $swap_word (i32.load offset=8 (i32.add (local.get $bytes) (i32.wrap_i64 (local.get $index)))))))`,
  },
  write_u16_le: {
    code: `
(func $write_u16_le (param $value i64) (result i32)
  (local $bytes i32)
  (local.set $bytes (call $new_sequence (i32.const 2) (i32.const 0) (i32.const 2)))
  (i64.store16 offset=8 (local.get $bytes) (local.get $value))
  (local.get $bytes))`,
  },
  write_u32_le: {
    code: `
(func $write_u32_le (param $value i64) (result i32)
  (local $bytes i32)
  (local.set $bytes (call $new_sequence (i32.const 4) (i32.const 0) (i32.const 4)))
  (i64.store32 offset=8 (local.get $bytes) (local.get $value))
  (local.get $bytes))`,
  },
  write_u16_be: {
    code: `
(func $write_u16_be (param $value i64) (result i32)
  (local $bytes i32)
  (local.set $bytes (call $new_sequence (i32.const 2) (i32.const 0) (i32.const 2)))
  (i32.store16 offset=8
    (local.get $bytes)
    (i32.shr_u (call $swap_word (i32.wrap_i64 (local.get $value))) (i32.const 16)))
  (local.get $bytes))`,
  },
  write_u32_be: {
    code: `
(func $write_u32_be (param $value i64) (result i32)
  (local $bytes i32)
  (local.set $bytes (call $new_sequence (i32.const 4) (i32.const 0) (i32.const 4)))
  (i32.store offset=8 (local.get $bytes) (call $swap_word (i32.wrap_i64 (local.get $value))))
  (local.get $bytes))`,
  },
} as const satisfies Record<string, PieceSource>;
