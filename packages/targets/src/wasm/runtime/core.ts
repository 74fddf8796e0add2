import type { PieceSource } from './piece.js';

/** The arena, failures, and what the emitted code itself calls. */
export const CORE = {
  fail: {
    code: `
;; Stops with a failure, which the loader finds in its table. Failure 1: there is no more memory.
(func $fail (param $failure i32)
  (global.set $failed (local.get $failure))
  (unreachable))
`,
  },
  alloc: {
    code: `
(func $alloc (param $size i32) (result i32)
  (local $address i32) (local $end i32)
  (local.set $address (global.get $free))
  (local.set $end (i32.add (local.get $address) (i32.and (i32.add (local.get $size) (i32.const 7)) (i32.const -8))))
  ;; The end is 0 or less than the address after the last of all addresses.
  (if (i32.or
      (i32.lt_u (local.get $end) (local.get $address))
      (i32.ge_u (i32.shr_u (i32.sub (local.get $end) (i32.const 1)) (i32.const 16)) (memory.size)))
    (then (call $alloc_pages (local.get $address) (local.get $end))))
  (global.set $free (local.get $end))
  (local.get $address))
;; Doubles the memory, or adds just what is missing if that fails.
(func $alloc_pages (param $address i32) (param $end i32)
  (local $missing i32)
  (if (i32.lt_u (local.get $end) (local.get $address)) (then (call $fail (i32.const 1))))
  (local.set $missing
    (i32.sub (i32.add (i32.shr_u (i32.sub (local.get $end) (i32.const 1)) (i32.const 16)) (i32.const 1)) (memory.size)))
  (if (i32.lt_u (local.get $missing) (memory.size))
    (then (if (i32.ge_s (memory.grow (memory.size)) (i32.const 0)) (then (return)))))
  (if (i32.lt_s (memory.grow (local.get $missing)) (i32.const 0)) (then (call $fail (i32.const 1)))))
`,
  },
  new_sequence: {
    code: `
(func $new_sequence (param $length i32) (param $second i32) (param $size i32) (result i32)
  (local $address i32)
  (local.set $address (call $alloc (i32.add (local.get $size) (i32.const 8))))
  (i32.store (local.get $address) (local.get $length))
  (i32.store offset=4 (local.get $address) (local.get $second))
  (local.get $address))
`,
  },
  some_integer: {
    code: `
(func $some_integer (param $value i64) (result i32)
  (local $address i32)
  (local.set $address (call $alloc (i32.const 8)))
  (i64.store (local.get $address) (local.get $value))
  (local.get $address))
`,
  },
  some_word: {
    code: `
(func $some_word (param $value i32) (result i32)
  (local $address i32)
  (local.set $address (call $alloc (i32.const 8)))
  (i32.store (local.get $address) (local.get $value))
  (local.get $address))
`,
  },
  mark: {
    code: `
;; Begins a call: returns the first free address, so that what is made later can be released.
(func $mark (result i32)
  (global.set $failed (i32.const 0))
  (global.get $free))
`,
  },
  release: {
    code: `
(func $release (param $mark i32) (global.set $free (local.get $mark)))
`,
  },
  failure: {
    code: `
;; The failure that stopped the call; 0 for a trap of another reason.
(func $failure (result i32) (global.get $failed))
`,
  },
  range_capacity: {
    code: `
;; The number of integers from lo to hi, at most 65,536: a longer list is a fault.
(func $range_capacity (param $lo i64) (param $hi i64) (result i32)
  (local $last i64)
  (if (i64.gt_s (local.get $lo) (local.get $hi)) (then (return (i32.const 0))))
  (local.set $last (i64.sub (local.get $hi) (local.get $lo)))
  (if (i64.ge_u (local.get $last) (i64.const 65535)) (then (return (i32.const 65536))))
  (i32.add (i32.wrap_i64 (local.get $last)) (i32.const 1)))
`,
  },
  collected: {
    code: `
;; Ends a collection, whose second word is the number of elements for which it has room. Frees the room that it did not need.
(func $collected (param $sequence i32) (param $shift i32)
  (if (i32.eq
      (call $end_of (local.get $sequence) (i32.load offset=4 (local.get $sequence)) (local.get $shift))
      (global.get $free))
    (then (global.set $free (call $end_of (local.get $sequence) (i32.load (local.get $sequence)) (local.get $shift)))))
  (i32.store offset=4 (local.get $sequence) (i32.const 0)))
;; The first free address after a sequence of so many elements.
(func $end_of (param $sequence i32) (param $count i32) (param $shift i32) (result i32)
  (i32.and
    (i32.add (local.get $sequence) (i32.add (i32.shl (local.get $count) (local.get $shift)) (i32.const 15)))
    (i32.const -8)))
`,
  },
  admit_text: {
    code: `
;; Checks that a text from outside is well-formed, and counts its code points.
(func $admit_text (param $text i32) (result i32)
  (local $count i32)
  (local.set $count (call $count_code_points (i32.add (local.get $text) (i32.const 8)) (i32.load (local.get $text))))
  (i32.store offset=4 (local.get $text) (local.get $count))
  (i32.ge_s (local.get $count) (i32.const 0)))
`,
  },
  has_characters: {
    code: `
;; Tests that each code point of a text lies in one of the ranges of a table: pairs of u32, in order.
(func $has_characters (param $text i32) (param $table i32) (param $count i32) (result i32)
  (local $at i32) (local $end i32) (local $code i32) (local $lo i32) (local $hi i32) (local $middle i32) (local $pair i32)
  (local.set $at (i32.add (local.get $text) (i32.const 8)))
  (local.set $end (i32.add (local.get $at) (i32.load (local.get $text))))
  (block $done
    (loop $next
      (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
      (local.set $code (i32.load8_u (local.get $at)))
      (if (i32.lt_u (local.get $code) (i32.const 0x80))
        (then (local.set $at (i32.add (local.get $at) (i32.const 1))))
        (else (if (i32.lt_u (local.get $code) (i32.const 0xe0))
          (then
            (local.set $code (i32.or
              (i32.shl (i32.and (local.get $code) (i32.const 0x1f)) (i32.const 6))
              (i32.and (i32.load8_u offset=1 (local.get $at)) (i32.const 0x3f))))
            (local.set $at (i32.add (local.get $at) (i32.const 2))))
          (else (if (i32.lt_u (local.get $code) (i32.const 0xf0))
            (then
              (local.set $code (i32.or (i32.or
                (i32.shl (i32.and (local.get $code) (i32.const 0xf)) (i32.const 12))
                (i32.shl (i32.and (i32.load8_u offset=1 (local.get $at)) (i32.const 0x3f)) (i32.const 6)))
                (i32.and (i32.load8_u offset=2 (local.get $at)) (i32.const 0x3f))))
              (local.set $at (i32.add (local.get $at) (i32.const 3))))
            (else
              (local.set $code (i32.or (i32.or (i32.or
                (i32.shl (i32.and (local.get $code) (i32.const 7)) (i32.const 18))
                (i32.shl (i32.and (i32.load8_u offset=1 (local.get $at)) (i32.const 0x3f)) (i32.const 12)))
                (i32.shl (i32.and (i32.load8_u offset=2 (local.get $at)) (i32.const 0x3f)) (i32.const 6)))
                (i32.and (i32.load8_u offset=3 (local.get $at)) (i32.const 0x3f))))
              (local.set $at (i32.add (local.get $at) (i32.const 4)))))))))
      ;; Binary search for the last range that does not begin after the code point.
      (local.set $lo (i32.const 0))
      (local.set $hi (local.get $count))
      (block $found
        (loop $halve
          (br_if $found (i32.ge_u (local.get $lo) (local.get $hi)))
          (local.set $middle (i32.shr_u (i32.add (local.get $lo) (local.get $hi)) (i32.const 1)))
          (local.set $pair (i32.add (local.get $table) (i32.shl (local.get $middle) (i32.const 3))))
          (if (i32.gt_u (i32.load (local.get $pair)) (local.get $code))
            (then (local.set $hi (local.get $middle)))
            (else (local.set $lo (i32.add (local.get $middle) (i32.const 1)))))
          (br $halve)))
      (if (i32.eqz (local.get $lo)) (then (return (i32.const 0))))
      (local.set $pair (i32.add (local.get $table) (i32.shl (i32.sub (local.get $lo) (i32.const 1)) (i32.const 3))))
      (if (i32.gt_u (local.get $code) (i32.load offset=4 (local.get $pair))) (then (return (i32.const 0))))
      (br $next)))
  (i32.const 1))
`,
  },
} as const satisfies Record<string, PieceSource>;
