import type { PieceSource } from './piece.js';

/**
 * Texts in UTF-8, counted by code point. The order of their bytes is that of their code points. A text is ASCII if it has as many
 * bytes as code points; then an index is an offset.
 */
export const TEXTS = {
  text_equal: {
    code: `
(func $text_equal (param $a i32) (param $b i32) (result i32)
  (if (i32.eq (local.get $a) (local.get $b)) (then (return (i32.const 1))))
  (if (i64.ne (i64.load (local.get $a)) (i64.load (local.get $b))) (then (return (i32.const 0))))
  (call $same_content
    (i32.add (local.get $a) (i32.const 8))
    (i32.add (local.get $b) (i32.const 8))
    (i32.load (local.get $a))))`,
  },
  text_compare: {
    code: `
;; The order by code point: negative, 0 or positive.
(func $text_compare (param $a i32) (param $b i32) (result i32)
  (local $size_a i32) (local $size_b i32) (local $at i32) (local $end i32) (local $difference i32)
  (if (i32.eq (local.get $a) (local.get $b)) (then (return (i32.const 0))))
  (local.set $size_a (i32.load (local.get $a)))
  (local.set $size_b (i32.load (local.get $b)))
  (local.set $end (select (local.get $size_a) (local.get $size_b) (i32.lt_u (local.get $size_a) (local.get $size_b))))
  (loop $next
    (if (i32.ne (local.get $at) (local.get $end))
      (then
        (local.set $difference (i32.sub
          (i32.load8_u offset=8 (i32.add (local.get $a) (local.get $at)))
          (i32.load8_u offset=8 (i32.add (local.get $b) (local.get $at)))))
        (if (local.get $difference) (then (return (local.get $difference))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next))))
  (i32.sub (local.get $size_a) (local.get $size_b)))`,
  },
  count_code_points: {
    code: `
;; The number of code points, or -1 if the bytes are ill-formed (The Unicode Standard, table 3-7).
(func $count_code_points (param $at i32) (param $bytes i32) (result i32)
  (local $end i32) (local $count i32) (local $lead i32) (local $second i32) (local $size i32)
  (local.set $end (i32.add (local.get $at) (local.get $bytes)))
  (loop $next
    (if (i32.lt_u (local.get $at) (local.get $end))
      (then
        (local.set $lead (i32.load8_u (local.get $at)))
        (if (i32.lt_u (local.get $lead) (i32.const 0x80))
          (then (local.set $at (i32.add (local.get $at) (i32.const 1))))
          (else
            (if (i32.gt_u (i32.sub (local.get $lead) (i32.const 0xc2)) (i32.const 0x32))
              (then (return (i32.const -1))))
            (local.set $size (i32.add
              (i32.const 2)
              (i32.add
                (i32.ge_u (local.get $lead) (i32.const 0xe0))
                (i32.ge_u (local.get $lead) (i32.const 0xf0)))))
            (if (i32.lt_u (i32.sub (local.get $end) (local.get $at)) (local.get $size))
              (then (return (i32.const -1))))
            ;; The second byte excludes overlong forms, surrogates and what is above U+10FFFF.
            (local.set $second (i32.load8_u offset=1 (local.get $at)))
            (if (i32.ne (i32.and (local.get $second) (i32.const 0xc0)) (i32.const 0x80))
              (then (return (i32.const -1))))
            (if
              (i32.and
                (i32.eq (local.get $lead) (i32.const 0xe0))
                (i32.lt_u (local.get $second) (i32.const 0xa0)))
              (then (return (i32.const -1))))
            (if
              (i32.and
                (i32.eq (local.get $lead) (i32.const 0xed))
                (i32.gt_u (local.get $second) (i32.const 0x9f)))
              (then (return (i32.const -1))))
            (if
              (i32.and
                (i32.eq (local.get $lead) (i32.const 0xf0))
                (i32.lt_u (local.get $second) (i32.const 0x90)))
              (then (return (i32.const -1))))
            (if
              (i32.and
                (i32.eq (local.get $lead) (i32.const 0xf4))
                (i32.gt_u (local.get $second) (i32.const 0x8f)))
              (then (return (i32.const -1))))
            (local.set $at (i32.add (local.get $at) (i32.const 2)))
            (loop $rest
              (if (i32.gt_u (local.get $size) (i32.const 2))
                (then
                  (if (i32.ne (i32.and (i32.load8_u (local.get $at)) (i32.const 0xc0)) (i32.const 0x80))
                    (then (return (i32.const -1))))
                  (local.set $at (i32.add (local.get $at) (i32.const 1)))
                  (local.set $size (i32.sub (local.get $size) (i32.const 1)))
                  (br $rest))))))
        (local.set $count (i32.add (local.get $count) (i32.const 1)))
        (br $next))))
  (local.get $count))`,
  },
  well_formed_length: {
    code: `
;; The number of code points of well-formed UTF-8: the bytes that do not continue another one.
(func $well_formed_length (param $at i32) (param $bytes i32) (result i32)
  (local $end i32) (local $count i32)
  (local.set $end (i32.add (local.get $at) (local.get $bytes)))
  (loop $next
    (if (i32.ne (local.get $at) (local.get $end))
      (then
        (local.set $count (i32.add (local.get $count) (i32.ge_s (i32.load8_s (local.get $at)) (i32.const -64))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next))))
  (local.get $count))`,
  },
  new_ascii: {
    code: `
;; A text of ASCII without its content.
(func $new_ascii (param $size i32) (result i32)
  (call $new_sequence (local.get $size) (local.get $size) (local.get $size)))`,
  },
  code_point_size: {
    code: `
;; The number of bytes of a code point with this first one.
(func $code_point_size (param $lead i32) (result i32)
  (i32.add
    (i32.add (i32.const 1) (i32.ge_u (local.get $lead) (i32.const 0xc2)))
    (i32.add (i32.ge_u (local.get $lead) (i32.const 0xe0)) (i32.ge_u (local.get $lead) (i32.const 0xf0)))))`,
  },
  offset_after: {
    code: `
;; The offset in bytes of the code point that is $count code points after another offset.
(func $offset_after (param $text i32) (param $offset i32) (param $count i32) (result i32)
  (if (i32.eq (i32.load (local.get $text)) (i32.load offset=4 (local.get $text)))
    (then (return (i32.add (local.get $offset) (local.get $count)))))
  (loop $next
    (if (local.get $count)
      (then
        (local.set $offset (i32.add
          (local.get $offset)
          (call $code_point_size (i32.load8_u offset=8 (i32.add (local.get $text) (local.get $offset))))))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $next))))
  (local.get $offset))`,
  },
  byte_at: {
    code: `
;; The byte at an address, or -1 at the end.
(func $byte_at (param $at i32) (param $end i32) (result i32)
  (if (i32.eq (local.get $at) (local.get $end)) (then (return (i32.const -1))))
  (i32.load8_u (local.get $at)))`,
  },
  text_part: {
    code: `
;; The text between two offsets in bytes, with a number of code points.
(func $text_part (param $text i32) (param $from i32) (param $to i32) (param $length i32) (result i32)
  (local $size i32) (local $part i32)
  (local.set $size (i32.sub (local.get $to) (local.get $from)))
  ;; Values never change, so that the whole may be shared.
  (if (i32.eq (local.get $size) (i32.load (local.get $text))) (then (return (local.get $text))))
  (local.set $part (call $new_sequence (local.get $size) (local.get $length) (local.get $size)))
  (memory.copy
    (i32.add (local.get $part) (i32.const 8))
    (i32.add (i32.add (local.get $text) (i32.const 8)) (local.get $from))
    (local.get $size))
  (local.get $part))`,
  },
  concat: {
    code: `
(func $concat (param $a i32) (param $b i32) (result i32)
  (local $size_a i32) (local $size_b i32) (local $both i32)
  (local.set $size_a (i32.load (local.get $a)))
  (local.set $size_b (i32.load (local.get $b)))
  (if (i32.eqz (local.get $size_a)) (then (return (local.get $b))))
  (if (i32.eqz (local.get $size_b)) (then (return (local.get $a))))
  (local.set $both (call $new_sequence
    (i32.add (local.get $size_a) (local.get $size_b))
    (i32.add (i32.load offset=4 (local.get $a)) (i32.load offset=4 (local.get $b)))
    (i32.add (local.get $size_a) (local.get $size_b))))
  (memory.copy
    (i32.add (local.get $both) (i32.const 8))
    (i32.add (local.get $a) (i32.const 8))
    (local.get $size_a))
  (memory.copy
    (i32.add (i32.add (local.get $both) (i32.const 8)) (local.get $size_a))
    (i32.add (local.get $b) (i32.const 8))
    (local.get $size_b))
  (local.get $both))`,
  },
  substring: {
    code: `
(func $substring (param $text i32) (param $lo i64) (param $hi i64) (result i32)
  (local $from i32) (local $length i32)
  (local.set $from (call $offset_after (local.get $text) (i32.const 0) (i32.wrap_i64 (local.get $lo))))
  (local.set $length (i32.wrap_i64 (i64.sub (local.get $hi) (local.get $lo))))
  (call $text_part
    (local.get $text)
    (local.get $from)
    (call $offset_after (local.get $text) (local.get $from) (local.get $length))
    (local.get $length)))`,
  },
  starts_with: {
    code: `
(func $starts_with (param $text i32) (param $part i32) (result i32)
  (if (i32.lt_u (i32.load (local.get $text)) (i32.load (local.get $part))) (then (return (i32.const 0))))
  (call $same_content
    (i32.add (local.get $text) (i32.const 8))
    (i32.add (local.get $part) (i32.const 8))
    (i32.load (local.get $part))))`,
  },
  ends_with: {
    code: `
(func $ends_with (param $text i32) (param $part i32) (result i32)
  (local $from i32)
  (local.set $from (i32.sub (i32.load (local.get $text)) (i32.load (local.get $part))))
  (if (i32.lt_s (local.get $from) (i32.const 0)) (then (return (i32.const 0))))
  (call $same_content
    (i32.add (i32.add (local.get $text) (i32.const 8)) (local.get $from))
    (i32.add (local.get $part) (i32.const 8))
    (i32.load (local.get $part))))`,
  },
  recased: {
    code: `
;; A copy whose letters from $first to $first + 25 have bit 0x20 changed. Other letters than those of ASCII stay, so that
;; the result does not depend on a version of Unicode.
(func $recased (param $text i32) (param $first i32) (result i32)
  (local $size i32) (local $copy i32) (local $at i32) (local $byte i32)
  (local.set $size (i32.load (local.get $text)))
  (local.set $copy (call $new_sequence (local.get $size) (i32.load offset=4 (local.get $text)) (local.get $size)))
  (loop $next
    (if (i32.ne (local.get $at) (local.get $size))
      (then
        (local.set $byte (i32.load8_u offset=8 (i32.add (local.get $text) (local.get $at))))
        (i32.store8 offset=8
          (i32.add (local.get $copy) (local.get $at))
          (i32.xor
            (local.get $byte)
            (i32.shl (i32.lt_u (i32.sub (local.get $byte) (local.get $first)) (i32.const 26)) (i32.const 5))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next))))
  (local.get $copy))`,
  },
  upper: {
    code: `
(func $upper (param $text i32) (result i32)
  (call $recased (local.get $text) (i32.const 0x61)))`,
  },
  lower: {
    code: `
(func $lower (param $text i32) (result i32)
  (call $recased (local.get $text) (i32.const 0x41)))`,
  },
  trim: {
    code: `
;; Without U+0009 to U+000D and U+0020 at both ends.
(func $trim (param $text i32) (result i32)
  (local $start i32) (local $end i32) (local $removed i32)
  (local.set $end (i32.load (local.get $text)))
  (block $trimmed_start
    (loop $first
      (if (i32.lt_u (local.get $start) (local.get $end))
        (then
          (br_if $trimmed_start (i32.eqz (call $trim_is_space (i32.load8_u offset=8 (i32.add (local.get $text) (local.get $start))))))
          (local.set $start (i32.add (local.get $start) (i32.const 1)))
          (br $first)))))
  (block $trimmed_end
    (loop $last
      (if (i32.lt_u (local.get $start) (local.get $end))
        (then
          (br_if $trimmed_end (i32.eqz (call $trim_is_space (i32.load8_u offset=7 (i32.add (local.get $text) (local.get $end))))))
          (local.set $end (i32.sub (local.get $end) (i32.const 1)))
          (br $last)))))
  (local.set $removed (i32.sub (i32.load (local.get $text)) (i32.sub (local.get $end) (local.get $start))))
  (call $text_part
    (local.get $text)
    (local.get $start)
    (local.get $end)
    (i32.sub (i32.load offset=4 (local.get $text)) (local.get $removed))))
(func $trim_is_space (param $byte i32) (result i32)
  (i32.or
    (i32.eq (local.get $byte) (i32.const 0x20))
    (i32.lt_u (i32.sub (local.get $byte) (i32.const 0x09)) (i32.const 5))))`,
  },
  pad_start: {
    code: `
;; Pads to a minimal number of code points; the fill is one code point.
(func $pad_start (param $text i32) (param $length i64) (param $fill i32) (result i32)
  (local $missing i32) (local $fill_size i32) (local $size i32) (local $padded i32) (local $at i32)
  (local.set $missing (i32.sub (i32.wrap_i64 (local.get $length)) (i32.load offset=4 (local.get $text))))
  (if (i32.le_s (local.get $missing) (i32.const 0)) (then (return (local.get $text))))
  (local.set $fill_size (i32.load (local.get $fill)))
  (local.set $size (i32.add (i32.mul (local.get $missing) (local.get $fill_size)) (i32.load (local.get $text))))
  (local.set $padded (call $new_sequence (local.get $size) (i32.wrap_i64 (local.get $length)) (local.get $size)))
  (local.set $at (i32.add (local.get $padded) (i32.const 8)))
  (loop $next
    (if (local.get $missing)
      (then
        (memory.copy (local.get $at) (i32.add (local.get $fill) (i32.const 8)) (local.get $fill_size))
        (local.set $at (i32.add (local.get $at) (local.get $fill_size)))
        (local.set $missing (i32.sub (local.get $missing) (i32.const 1)))
        (br $next))))
  (memory.copy (local.get $at) (i32.add (local.get $text) (i32.const 8)) (i32.load (local.get $text)))
  (local.get $padded))`,
  },
  code_at: {
    code: `
(func $code_at (param $text i32) (param $index i64) (result i64)
  (i64.extend_i32_u
    (call $code_point
      (i32.add
        (i32.add (local.get $text) (i32.const 8))
        (call $offset_after (local.get $text) (i32.const 0) (i32.wrap_i64 (local.get $index)))))))`,
  },
  code_point: {
    code: `
;; The code point at an address.
(func $code_point (param $at i32) (result i32)
  (local $lead i32) (local $size i32) (local $code i32)
  (local.set $lead (i32.load8_u (local.get $at)))
  (if (i32.lt_u (local.get $lead) (i32.const 0x80)) (then (return (local.get $lead))))
  (local.set $size (i32.add
    (i32.const 2)
    (i32.add (i32.ge_u (local.get $lead) (i32.const 0xe0)) (i32.ge_u (local.get $lead) (i32.const 0xf0)))))
  (local.set $code (i32.and (local.get $lead) (i32.shr_u (i32.const 0x7f) (local.get $size))))
  (loop $next
    (if (i32.gt_u (local.get $size) (i32.const 1))
      (then
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (local.set $code (i32.or
          (i32.shl (local.get $code) (i32.const 6))
          (i32.and (i32.load8_u (local.get $at)) (i32.const 0x3f))))
        (local.set $size (i32.sub (local.get $size) (i32.const 1)))
        (br $next))))
  (local.get $code))`,
  },
  matches_glob: {
    code: `
;; * is any run, ? one code point, and \\ quotes the next one. Only the last run may have to be longer (R. Cox, Glob
;; Matching Can Be Simple And Fast Too, 2017).
(func $matches_glob (param $text i32) (param $pattern i32) (result i32)
  (local $at i32) (local $end i32) (local $step i32) (local $last i32) (local $run_step i32) (local $run_at i32)
  (local $wanted i32)
  (local.set $at (i32.add (local.get $text) (i32.const 8)))
  (local.set $end (i32.add (local.get $at) (i32.load (local.get $text))))
  (local.set $step (i32.add (local.get $pattern) (i32.const 8)))
  (local.set $last (i32.add (local.get $step) (i32.load (local.get $pattern))))
  (loop $next
    (block $mismatch
      (if (i32.eq (local.get $step) (local.get $last))
        (then (br_if $mismatch (i32.ne (local.get $at) (local.get $end))) (return (i32.const 1))))
      (local.set $wanted (i32.load8_u (local.get $step)))
      (if (i32.eq (local.get $wanted) (i32.const 0x2a))
        (then
          (local.set $step (i32.add (local.get $step) (i32.const 1)))
          (local.set $run_step (local.get $step))
          (local.set $run_at (local.get $at))
          (br $next)))
      (if (i32.eq (local.get $at) (local.get $end)) (then (return (i32.const 0))))
      (if (i32.eq (local.get $wanted) (i32.const 0x3f))
        (then
          (local.set $step (i32.add (local.get $step) (i32.const 1)))
          (local.set $at (i32.add (local.get $at) (call $code_point_size (i32.load8_u (local.get $at)))))
          (br $next)))
      ;; Any other character is compared byte by byte.
      (if (i32.eq (local.get $wanted) (i32.const 0x5c))
        (then (local.set $wanted (i32.load8_u offset=1 (local.get $step)))))
      (br_if $mismatch (i32.ne (i32.load8_u (local.get $at)) (local.get $wanted)))
      (local.set $step (i32.add
        (local.get $step)
        (i32.add (i32.const 1) (i32.eq (i32.load8_u (local.get $step)) (i32.const 0x5c)))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br $next))
    (if (i32.eqz (local.get $run_step)) (then (return (i32.const 0))))
    (local.set $run_at (i32.add (local.get $run_at) (call $code_point_size (i32.load8_u (local.get $run_at)))))
    (local.set $at (local.get $run_at))
    (local.set $step (local.get $run_step))
    (br $next))
  (unreachable))`,
  },
} as const satisfies Record<string, PieceSource>;
