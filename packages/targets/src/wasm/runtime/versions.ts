import type { PieceSource } from './piece.js';

/** Semantic Versioning 2.0.0. */
export const VERSIONS = {
  compare_semver: {
    code: `
;; The precedence of two versions (Semantic Versioning 2.0.0, item 11) as -1, 0 or 1; none if one text is no version.
(func $compare_semver (param $left i32) (param $right i32) (result i32)
  (local $a i32) (local $a_end i32) (local $b i32) (local $b_end i32) (local $count i32) (local $order i32)
  (local.set $a_end (call $compare_semver_parse (local.get $left)))
  (local.set $b_end (call $compare_semver_parse (local.get $right)))
  (if (i32.or (i32.eqz (local.get $a_end)) (i32.eqz (local.get $b_end))) (then (return (i32.const 0))))
  (local.set $a (i32.add (local.get $left) (i32.const 8)))
  (local.set $b (i32.add (local.get $right) (i32.const 8)))
  (block $decided
    (loop $numbers
      (local.set $order (call $compare_semver_parts
        (local.get $a)
        (local.get $a_end)
        (local.get $b)
        (local.get $b_end)
        (i32.const 2)))
      (br_if $decided (local.get $order))
      ;; Past the number, and the separator if there is one.
      (local.set $a (call $compare_semver_part (local.get $a) (local.get $a_end) (i32.const 2)))
      (local.set $b (call $compare_semver_part (local.get $b) (local.get $b_end) (i32.const 2)))
      (local.set $count (i32.add (local.get $count) (i32.const 1)))
      (if (i32.ne (local.get $count) (i32.const 3))
        (then
          (local.set $a (i32.add (local.get $a) (i32.const 1)))
          (local.set $b (i32.add (local.get $b) (i32.const 1)))
          (br $numbers))))
    ;; A release is higher than each of its pre-releases.
    (local.set $order (i32.sub (i32.eq (local.get $a) (local.get $a_end)) (i32.eq (local.get $b) (local.get $b_end))))
    (br_if $decided (i32.or (i32.eq (local.get $a) (local.get $a_end)) (i32.eq (local.get $b) (local.get $b_end))))
    (loop $identifiers
      (local.set $a (i32.add (local.get $a) (i32.const 1)))
      (local.set $b (i32.add (local.get $b) (i32.const 1)))
      (local.set $order (call $compare_semver_parts
        (local.get $a)
        (local.get $a_end)
        (local.get $b)
        (local.get $b_end)
        (i32.const 1)))
      (br_if $decided (local.get $order))
      (local.set $a (call $compare_semver_part (local.get $a) (local.get $a_end) (i32.const 1)))
      (local.set $b (call $compare_semver_part (local.get $b) (local.get $b_end) (i32.const 1)))
      ;; The longer list is higher.
      (local.set $order (i32.sub (i32.eq (local.get $b) (local.get $b_end)) (i32.eq (local.get $a) (local.get $a_end))))
      (br_if $identifiers (i32.and (i32.ne (local.get $a) (local.get $a_end)) (i32.ne (local.get $b) (local.get $b_end))))))
  (call $some_integer (i64.extend_i32_s (local.get $order))))
;; The address behind the version without its build metadata, or 0 for any other text.
(func $compare_semver_parse (param $text i32) (result i32)
  (local $at i32) (local $end i32) (local $unbuilt i32) (local $count i32)
  (local.set $at (i32.add (local.get $text) (i32.const 8)))
  (local.set $end (i32.add (local.get $at) (i32.load (local.get $text))))
  (loop $numbers
    (local.set $at (call $compare_semver_part (local.get $at) (local.get $end) (i32.const 2)))
    (if (i32.eqz (local.get $at)) (then (return (i32.const 0))))
    (local.set $count (i32.add (local.get $count) (i32.const 1)))
    (if (i32.ne (local.get $count) (i32.const 3))
      (then
        (if (i32.ne (call $byte_at (local.get $at) (local.get $end)) (i32.const 0x2e))
          (then (return (i32.const 0))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $numbers))))
  (if (i32.eq (call $byte_at (local.get $at) (local.get $end)) (i32.const 0x2d))
    (then
      (loop $identifiers
        (local.set $at (call $compare_semver_part (i32.add (local.get $at) (i32.const 1)) (local.get $end) (i32.const 1)))
        (if (i32.eqz (local.get $at)) (then (return (i32.const 0))))
        (br_if $identifiers (i32.eq (call $byte_at (local.get $at) (local.get $end)) (i32.const 0x2e))))))
  (local.set $unbuilt (local.get $at))
  (if (i32.eq (call $byte_at (local.get $at) (local.get $end)) (i32.const 0x2b))
    (then
      (loop $metadata
        (local.set $at (call $compare_semver_part (i32.add (local.get $at) (i32.const 1)) (local.get $end) (i32.const 0)))
        (if (i32.eqz (local.get $at)) (then (return (i32.const 0))))
        (br_if $metadata (i32.eq (call $byte_at (local.get $at) (local.get $end)) (i32.const 0x2e))))))
  (select (local.get $unbuilt) (i32.const 0) (i32.eq (local.get $at) (local.get $end))))
;; The address behind a number (kind 2), an identifier of a pre-release (1) or of the build metadata (0), or 0. Numbers of the
;; first two have no leading zeros.
(func $compare_semver_part (param $at i32) (param $end i32) (param $kind i32) (result i32)
  (local $start i32) (local $byte i32) (local $has_letters i32)
  (local.set $start (local.get $at))
  (block $part_end
    (loop $next
      (local.set $byte (call $byte_at (local.get $at) (local.get $end)))
      (if (i32.ge_u (i32.sub (local.get $byte) (i32.const 0x30)) (i32.const 10))
        (then
          (br_if $part_end (i32.eq (local.get $kind) (i32.const 2)))
          (br_if $part_end (i32.and
            (i32.ge_u (i32.sub (i32.or (local.get $byte) (i32.const 0x20)) (i32.const 0x61)) (i32.const 26))
            (i32.ne (local.get $byte) (i32.const 0x2d))))
          (local.set $has_letters (i32.const 1))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br $next)))
  (if (i32.eq (local.get $at) (local.get $start)) (then (return (i32.const 0))))
  (if (i32.and (i32.ne (local.get $kind) (i32.const 0)) (i32.eqz (local.get $has_letters)))
    (then
      (if
        (i32.and
          (i32.eq (i32.load8_u (local.get $start)) (i32.const 0x30))
          (i32.ne (i32.sub (local.get $at) (local.get $start)) (i32.const 1)))
        (then (return (i32.const 0))))))
  (local.get $at))
;; The order of two numbers or identifiers. Numbers are below all others, and may have any length.
(func $compare_semver_parts (param $a i32) (param $a_end i32) (param $b i32) (param $b_end i32) (param $kind i32) (result i32)
  (local $is_number i32) (local $a_size i32) (local $b_size i32) (local $difference i32)
  (local.set $a_size (i32.sub (call $compare_semver_part (local.get $a) (local.get $a_end) (local.get $kind)) (local.get $a)))
  (local.set $b_size (i32.sub (call $compare_semver_part (local.get $b) (local.get $b_end) (local.get $kind)) (local.get $b)))
  (local.set $is_number (i32.eq
    (i32.sub (call $compare_semver_part (local.get $a) (local.get $a_end) (i32.const 2)) (local.get $a))
    (local.get $a_size)))
  (if
    (i32.ne
      (local.get $is_number)
      (i32.eq
        (i32.sub (call $compare_semver_part (local.get $b) (local.get $b_end) (i32.const 2)) (local.get $b))
        (local.get $b_size)))
    (then (return (select (i32.const -1) (i32.const 1) (local.get $is_number)))))
  (if (i32.or (i32.eqz (local.get $is_number)) (i32.eq (local.get $a_size) (local.get $b_size)))
    (then
      (local.set $a_end (i32.add
        (local.get $a)
        (select (local.get $a_size) (local.get $b_size) (i32.lt_u (local.get $a_size) (local.get $b_size)))))
      (loop $bytes
        (if (i32.ne (local.get $a) (local.get $a_end))
          (then
            (local.set $difference (i32.sub (i32.load8_u (local.get $a)) (i32.load8_u (local.get $b))))
            (if (local.get $difference)
              (then
                (return (select (i32.const -1) (i32.const 1) (i32.lt_s (local.get $difference) (i32.const 0))))))
            (local.set $a (i32.add (local.get $a) (i32.const 1)))
            (local.set $b (i32.add (local.get $b) (i32.const 1)))
            (br $bytes))))))
  (i32.sub
    (i32.gt_u (local.get $a_size) (local.get $b_size))
    (i32.lt_u (local.get $a_size) (local.get $b_size))))`,
  },
} as const satisfies Record<string, PieceSource>;
