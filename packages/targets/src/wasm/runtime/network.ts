import type { PieceSource } from './piece.js';

/** IPv4 addresses and networks. */
export const NETWORK = {
  address_of: {
    code: `
;; The number of a dotted quad of numbers 0 to 255 without leading zeros, or -1.
(func $address_of (param $text i32) (result i64)
  (local $at i32) (local $end i32) (local $address i64) (local $count i32) (local $start i32)
  (local $number i32) (local $digit i32)
  (local.set $at (i32.add (local.get $text) (i32.const 8)))
  (local.set $end (i32.add (local.get $at) (i32.load (local.get $text))))
  (loop $numbers
    (local.set $start (local.get $at))
    (local.set $number (i32.const 0))
    (block $end_of_number
      (loop $digits
        (local.set $digit (i32.sub (call $byte_at (local.get $at) (local.get $end)) (i32.const 0x30)))
        (br_if $end_of_number (i32.gt_u (local.get $digit) (i32.const 9)))
        (if (i32.and (i32.ne (local.get $at) (local.get $start)) (i32.eqz (local.get $number)))
          (then (return (i64.const -1))))
        (local.set $number (i32.add (i32.mul (local.get $number) (i32.const 10)) (local.get $digit)))
        (if (i32.gt_u (local.get $number) (i32.const 255)) (then (return (i64.const -1))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $digits)))
    (if (i32.eq (local.get $at) (local.get $start)) (then (return (i64.const -1))))
    (local.set $address (i64.or (i64.shl (local.get $address) (i64.const 8)) (i64.extend_i32_u (local.get $number))))
    (local.set $count (i32.add (local.get $count) (i32.const 1)))
    (if (i32.eq (local.get $count) (i32.const 4))
      (then (return (select (local.get $address) (i64.const -1) (i32.eq (local.get $at) (local.get $end))))))
    (if (i32.ne (call $byte_at (local.get $at) (local.get $end)) (i32.const 0x2e))
      (then (return (i64.const -1))))
    (local.set $at (i32.add (local.get $at) (i32.const 1)))
    (br $numbers))
  (unreachable))`,
  },
  parse_ipv4: {
    code: `
(func $parse_ipv4 (param $text i32) (result i32)
  (local $address i64)
  (local.set $address (call $address_of (local.get $text)))
  (if (i64.lt_s (local.get $address) (i64.const 0)) (then (return (i32.const 0))))
  (call $some_integer (local.get $address)))`,
  },
  format_ipv4: {
    code: `
(func $format_ipv4 (param $address i64) (result i32)
  (local $buffer i32) (local $at i32) (local $shift i64) (local $number i64) (local $count i32)
  (local $text i32)
  ;; Written to scratch memory first: its length is known at the end.
  (local.set $buffer (call $alloc (i32.const 16)))
  (local.set $at (local.get $buffer))
  (local.set $shift (i64.const 32))
  (loop $next
    (if (i64.ne (local.get $shift) (i64.const 0))
      (then
        (local.set $shift (i64.sub (local.get $shift) (i64.const 8)))
        (local.set $number (i64.and (i64.shr_u (local.get $address) (local.get $shift)) (i64.const 255)))
        (local.set $count (call $count_digits (local.get $number)))
        (call $write_digits (local.get $at) (local.get $number) (local.get $count))
        (local.set $at (i32.add (local.get $at) (local.get $count)))
        (i32.store8 (local.get $at) (i32.const 0x2e))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next))))
  (local.set $count (i32.sub (i32.sub (local.get $at) (local.get $buffer)) (i32.const 1)))
  (local.set $text (call $new_ascii (local.get $count)))
  (memory.copy (i32.add (local.get $text) (i32.const 8)) (local.get $buffer) (local.get $count))
  (local.get $text))`,
  },
  cidr_contains: {
    code: `
;; 1 if the first bits of two addresses are equal.
(func $cidr_contains (param $network i64) (param $prefix i64) (param $address i64) (result i32)
  (i64.eqz
    (i64.shr_u (i64.xor (local.get $network) (local.get $address)) (i64.sub (i64.const 32) (local.get $prefix)))))`,
  },
} as const satisfies Record<string, PieceSource>;
