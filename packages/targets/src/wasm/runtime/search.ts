import type { PieceSource } from './piece.js';

/** Search for parts of a text, in time that is linear in both. UTF-8 is found at the boundaries of code points only. */
export const SEARCH = {
  borders_of: {
    code: `
;; For each prefix of a part, the length of its longest proper prefix that is its suffix, too (Knuth, Morris, Pratt 1977).
;; 0 for a short part, which is compared at each place instead.
(func $borders_of (param $part i32) (result i32)
  (local $size i32) (local $borders i32) (local $at i32) (local $matched i32)
  (local.set $size (i32.load (local.get $part)))
  (if (i32.le_u (local.get $size) (i32.const 16)) (then (return (i32.const 0))))
  (local.set $borders (call $alloc (i32.shl (local.get $size) (i32.const 2))))
  (i32.store (local.get $borders) (i32.const 0))
  (local.set $at (i32.const 1))
  (loop $next
    (if (i32.lt_u (local.get $at) (local.get $size))
      (then
        (local.set $matched (call $borders_of_extend
          (local.get $part)
          (local.get $borders)
          (local.get $matched)
          (i32.load8_u offset=8 (i32.add (local.get $part) (local.get $at)))))
        (i32.store (i32.add (local.get $borders) (i32.shl (local.get $at) (i32.const 2))) (local.get $matched))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next))))
  (local.get $borders))
;; The length of the prefix of the part that ends in this byte, if $matched bytes matched before it.
(func $borders_of_extend (param $part i32) (param $borders i32) (param $matched i32) (param $byte i32) (result i32)
  (loop $shorter
    (if (i32.eq (i32.load8_u offset=8 (i32.add (local.get $part) (local.get $matched))) (local.get $byte))
      (then (return (i32.add (local.get $matched) (i32.const 1)))))
    (if (i32.eqz (local.get $matched)) (then (return (i32.const 0))))
    (local.set $matched (i32.load
      (i32.sub (i32.add (local.get $borders) (i32.shl (local.get $matched) (i32.const 2))) (i32.const 4))))
    (br $shorter))
  (unreachable))`,
  },
  find_part: {
    code: `
;; The least offset from $from on at which the part begins, or -1.
(func $find_part (param $text i32) (param $from i32) (param $part i32) (param $borders i32) (result i32)
  (local $size i32) (local $end i32) (local $matched i32) (local $first i32)
  (local.set $size (i32.load (local.get $part)))
  (local.set $end (i32.load (local.get $text)))
  (if (local.get $borders)
    (then
      (loop $bytes
        (if (i32.lt_u (local.get $from) (local.get $end))
          (then
            (local.set $matched (call $borders_of_extend
              (local.get $part)
              (local.get $borders)
              (local.get $matched)
              (i32.load8_u offset=8 (i32.add (local.get $text) (local.get $from)))))
            (local.set $from (i32.add (local.get $from) (i32.const 1)))
            (if (i32.eq (local.get $matched) (local.get $size))
              (then (return (i32.sub (local.get $from) (local.get $size)))))
            (br $bytes))))
      (return (i32.const -1))))
  (if (i32.eqz (local.get $size)) (then (return (local.get $from))))
  (local.set $first (i32.load8_u offset=8 (local.get $part)))
  (local.set $end (i32.sub (local.get $end) (local.get $size)))
  (loop $places
    (if (i32.le_s (local.get $from) (local.get $end))
      (then
        (if (i32.eq (i32.load8_u offset=8 (i32.add (local.get $text) (local.get $from))) (local.get $first))
          (then
            (if
              (call $same_content
                (i32.add (i32.add (local.get $text) (i32.const 8)) (local.get $from))
                (i32.add (local.get $part) (i32.const 8))
                (local.get $size))
              (then (return (local.get $from))))))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br $places))))
  (i32.const -1))`,
  },
  first_place: {
    code: `
;; The offset of the first occurrence of a part, or -1.
(func $first_place (param $text i32) (param $part i32) (result i32)
  (local $free i32) (local $place i32)
  (if (i32.lt_u (i32.load (local.get $text)) (i32.load (local.get $part))) (then (return (i32.const -1))))
  (local.set $free (global.get $free))
  (local.set $place (call $find_part (local.get $text) (i32.const 0) (local.get $part) (call $borders_of (local.get $part))))
  (global.set $free (local.get $free))
  (local.get $place))`,
  },
  includes: {
    code: `
(func $includes (param $text i32) (param $part i32) (result i32)
  (i32.ge_s (call $first_place (local.get $text) (local.get $part)) (i32.const 0)))`,
  },
  index_of: {
    code: `
(func $index_of (param $text i32) (param $part i32) (result i32)
  (local $place i32)
  (local.set $place (call $first_place (local.get $text) (local.get $part)))
  (if (i32.lt_s (local.get $place) (i32.const 0)) (then (return (i32.const 0))))
  (call $some_integer
    (i64.extend_i32_u (call $well_formed_length (i32.add (local.get $text) (i32.const 8)) (local.get $place)))))`,
  },
  count_parts: {
    code: `
;; The number of occurrences of a part, which is not empty, from left to right without overlap.
(func $count_parts (param $text i32) (param $part i32) (result i32)
  (local $free i32) (local $borders i32) (local $place i32) (local $count i32)
  (local.set $free (global.get $free))
  (local.set $borders (call $borders_of (local.get $part)))
  (block $end
    (loop $next
      (local.set $place (call $find_part (local.get $text) (local.get $place) (local.get $part) (local.get $borders)))
      (br_if $end (i32.lt_s (local.get $place) (i32.const 0)))
      (local.set $count (i32.add (local.get $count) (i32.const 1)))
      (local.set $place (i32.add (local.get $place) (i32.load (local.get $part))))
      (br $next)))
  (global.set $free (local.get $free))
  (local.get $count))`,
  },
  split: {
    code: `
(func $split (param $text i32) (param $separator i32) (result i32)
  (local $count i32) (local $list i32) (local $at i32) (local $borders i32) (local $start i32) (local $end i32)
  (local.set $count (call $count_parts (local.get $text) (local.get $separator)))
  (local.set $list (call $new_sequence
    (i32.add (local.get $count) (i32.const 1))
    (i32.const 0)
    (i32.shl (i32.add (local.get $count) (i32.const 1)) (i32.const 2))))
  (local.set $at (i32.add (local.get $list) (i32.const 8)))
  (local.set $borders (call $borders_of (local.get $separator)))
  (loop $next
    (if (local.get $count)
      (then
        (local.set $end (call $find_part (local.get $text) (local.get $start) (local.get $separator) (local.get $borders)))
        (i32.store (local.get $at) (call $split_part (local.get $text) (local.get $start) (local.get $end)))
        (local.set $start (i32.add (local.get $end) (i32.load (local.get $separator))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $next))))
  (i32.store
    (local.get $at)
    (call $split_part (local.get $text) (local.get $start) (i32.load (local.get $text))))
  (local.get $list))
(func $split_part (param $text i32) (param $from i32) (param $to i32) (result i32)
  (local $size i32)
  (local.set $size (i32.sub (local.get $to) (local.get $from)))
  (call $text_part
    (local.get $text)
    (local.get $from)
    (local.get $to)
    (if (result i32) (i32.eq (i32.load (local.get $text)) (i32.load offset=4 (local.get $text)))
      (then (local.get $size))
      (else
        (call $well_formed_length
          (i32.add (i32.add (local.get $text) (i32.const 8)) (local.get $from))
          (local.get $size))))))`,
  },
  split_fits: {
    code: `
;; The separator is not empty, and there are at most 65,536 parts.
(func $split_fits (param $text i32) (param $separator i32) (result i32)
  (if (i32.eqz (i32.load (local.get $separator))) (then (return (i32.const 0))))
  (i32.lt_u (call $count_parts (local.get $text) (local.get $separator)) (i32.const 65_536)))`,
  },
  replace: {
    code: `
;; Replaces every occurrence of a part, which is not empty.
(func $replace (param $text i32) (param $part i32) (param $by i32) (result i32)
  (local $count i32) (local $size i32) (local $replaced i32) (local $to i32) (local $borders i32)
  (local $start i32) (local $end i32)
  (local.set $count (call $count_parts (local.get $text) (local.get $part)))
  (if (i32.eqz (local.get $count)) (then (return (local.get $text))))
  (local.set $size (i32.add
    (i32.load (local.get $text))
    (i32.mul (local.get $count) (i32.sub (i32.load (local.get $by)) (i32.load (local.get $part))))))
  (local.set $replaced (call $new_sequence
    (local.get $size)
    (i32.add
      (i32.load offset=4 (local.get $text))
      (i32.mul
        (local.get $count)
        (i32.sub (i32.load offset=4 (local.get $by)) (i32.load offset=4 (local.get $part)))))
    (local.get $size)))
  (local.set $borders (call $borders_of (local.get $part)))
  (local.set $to (i32.add (local.get $replaced) (i32.const 8)))
  (loop $next
    (if (local.get $count)
      (then
        (local.set $end (call $find_part (local.get $text) (local.get $start) (local.get $part) (local.get $borders)))
        (memory.copy
          (local.get $to)
          (i32.add (i32.add (local.get $text) (i32.const 8)) (local.get $start))
          (i32.sub (local.get $end) (local.get $start)))
        (local.set $to (i32.add (local.get $to) (i32.sub (local.get $end) (local.get $start))))
        (memory.copy (local.get $to) (i32.add (local.get $by) (i32.const 8)) (i32.load (local.get $by)))
        (local.set $to (i32.add (local.get $to) (i32.load (local.get $by))))
        (local.set $start (i32.add (local.get $end) (i32.load (local.get $part))))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $next))))
  (memory.copy
    (local.get $to)
    (i32.add (i32.add (local.get $text) (i32.const 8)) (local.get $start))
    (i32.sub (i32.load (local.get $text)) (local.get $start)))
  (local.get $replaced))`,
  },
  replace_fits: {
    code: `
;; The part is not empty, and the result has at most 1,048,576 code points.
(func $replace_fits (param $text i32) (param $part i32) (param $by i32) (result i32)
  (if (i32.eqz (i32.load (local.get $part))) (then (return (i32.const 0))))
  (i64.le_s
    (i64.add
      (i64.extend_i32_u (i32.load offset=4 (local.get $text)))
      (i64.mul
        (i64.extend_i32_u (call $count_parts (local.get $text) (local.get $part)))
        (i64.extend_i32_s (i32.sub (i32.load offset=4 (local.get $by)) (i32.load offset=4 (local.get $part))))))
    (i64.const 1_048_576)))`,
  },
  join_text: {
    code: `
(func $join_text (param $list i32) (param $separator i32) (result i32)
  (local $count i32) (local $at i32) (local $end i32) (local $bytes i32) (local $length i32) (local $text i32)
  (local $joined i32) (local $to i32)
  (local.set $count (i32.load (local.get $list)))
  (if (i32.eqz (local.get $count))
    (then (return (call $new_sequence (i32.const 0) (i32.const 0) (i32.const 0)))))
  (if (i32.eq (local.get $count) (i32.const 1)) (then (return (i32.load offset=8 (local.get $list)))))
  (local.set $bytes (i32.mul (i32.sub (local.get $count) (i32.const 1)) (i32.load (local.get $separator))))
  (local.set $length (i32.mul (i32.sub (local.get $count) (i32.const 1)) (i32.load offset=4 (local.get $separator))))
  (local.set $at (local.get $list))
  (local.set $end (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 2))))
  (loop $measure
    (if (i32.ne (local.get $at) (local.get $end))
      (then
        (local.set $text (i32.load offset=8 (local.get $at)))
        (local.set $bytes (i32.add (local.get $bytes) (i32.load (local.get $text))))
        (local.set $length (i32.add (local.get $length) (i32.load offset=4 (local.get $text))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $measure))))
  (local.set $joined (call $new_sequence (local.get $bytes) (local.get $length) (local.get $bytes)))
  (local.set $to (i32.add (local.get $joined) (i32.const 8)))
  (local.set $at (local.get $list))
  (loop $copy
    (if (i32.ne (local.get $at) (local.get $end))
      (then
        (if (i32.ne (local.get $at) (local.get $list))
          (then
            (memory.copy
              (local.get $to)
              (i32.add (local.get $separator) (i32.const 8))
              (i32.load (local.get $separator)))
            (local.set $to (i32.add (local.get $to) (i32.load (local.get $separator))))))
        (local.set $text (i32.load offset=8 (local.get $at)))
        (memory.copy (local.get $to) (i32.add (local.get $text) (i32.const 8)) (i32.load (local.get $text)))
        (local.set $to (i32.add (local.get $to) (i32.load (local.get $text))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $copy))))
  (local.get $joined))`,
  },
  join_text_fits: {
    code: `
;; The result has at most 1,048,576 code points. The sum of the lengths may exceed 32 bits.
(func $join_text_fits (param $list i32) (param $separator i32) (result i32)
  (local $count i32) (local $at i32) (local $end i32) (local $length i64)
  (local.set $count (i32.load (local.get $list)))
  (if (i32.eqz (local.get $count)) (then (return (i32.const 1))))
  (local.set $length (i64.mul
    (i64.extend_i32_u (i32.sub (local.get $count) (i32.const 1)))
    (i64.extend_i32_u (i32.load offset=4 (local.get $separator)))))
  (local.set $at (local.get $list))
  (local.set $end (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 2))))
  (loop $next
    (if (i32.ne (local.get $at) (local.get $end))
      (then
        (local.set $length (i64.add (local.get $length) (i64.extend_i32_u (i32.load offset=4 (i32.load offset=8 (local.get $at))))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $next))))
  (i64.le_u (local.get $length) (i64.const 1_048_576)))`,
  },
} as const satisfies Record<string, PieceSource>;
