import type { PieceSource } from './piece.js';

/** IPv4 addresses, the forms of texts, and versions. */
export const NETWORK = {
  byte_at: {
    code: `
;; The byte at an address, or -1 at the end.
(func $byte_at (param $at i32) (param $end i32) (result i32)
  (if (i32.eq (local.get $at) (local.get $end)) (then (return (i32.const -1))))
  (i32.load8_u (local.get $at)))`,
  },
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
  is_ipv4: {
    code: `
(func $is_ipv4 (param $text i32) (result i32)
  (i64.ge_s (call $address_of (local.get $text)) (i64.const 0)))`,
  },
  is_hostname: {
    code: `
;; Labels of small letters, digits and inner hyphens (RFC 1123, section 2.1), without Punycode. The last one begins with a
;; letter, so that no reader of addresses accepts the text.
(func $is_hostname (param $text i32) (result i32)
  (local $at i32) (local $end i32) (local $start i32) (local $byte i32)
  (if (i32.gt_u (i32.load (local.get $text)) (i32.const 253)) (then (return (i32.const 0))))
  (local.set $at (i32.add (local.get $text) (i32.const 8)))
  (local.set $end (i32.add (local.get $at) (i32.load (local.get $text))))
  (local.set $start (local.get $at))
  (loop $next
    (local.set $byte (call $byte_at (local.get $at) (local.get $end)))
    (if
      (i32.or
        (i32.or
          (i32.lt_u (i32.sub (local.get $byte) (i32.const 0x61)) (i32.const 26))
          (i32.lt_u (i32.sub (local.get $byte) (i32.const 0x30)) (i32.const 10)))
        (i32.eq (local.get $byte) (i32.const 0x2d)))
      (then (local.set $at (i32.add (local.get $at) (i32.const 1))) (br $next)))
    (if (i32.and (i32.ne (local.get $byte) (i32.const -1)) (i32.ne (local.get $byte) (i32.const 0x2e)))
      (then (return (i32.const 0))))
    (if (i32.eqz (call $is_hostname_label (local.get $start) (i32.sub (local.get $at) (local.get $start))))
      (then (return (i32.const 0))))
    (if (i32.eq (local.get $byte) (i32.const -1))
      (then (return (i32.ge_u (i32.load8_u (local.get $start)) (i32.const 0x61)))))
    (local.set $at (i32.add (local.get $at) (i32.const 1)))
    (local.set $start (local.get $at))
    (br $next))
  (unreachable))
(func $is_hostname_label (param $at i32) (param $size i32) (result i32)
  (if (i32.gt_u (i32.sub (local.get $size) (i32.const 1)) (i32.const 62)) (then (return (i32.const 0))))
  (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 0x2d)) (then (return (i32.const 0))))
  (if
    (i32.eq (i32.load8_u (i32.sub (i32.add (local.get $at) (local.get $size)) (i32.const 1))) (i32.const 0x2d))
    (then (return (i32.const 0))))
  (if (i32.lt_u (local.get $size) (i32.const 4)) (then (return (i32.const 1))))
  ;; The four bytes of xn--.
  (i32.ne (i32.load (local.get $at)) (i32.const 0x2d2d6e78)))`,
  },
  is_ipv6: {
    code: `
;; The one spelling of eight groups (RFC 5952, section 4): no leading zeros, and the first of the longest runs of two zeros
;; or more as a gap.
(func $is_ipv6 (param $text i32) (result i32)
  (local $at i32) (local $end i32) (local $count i32) (local $zeros i32) (local $gap i32) (local $missing i32)
  (if (i32.gt_u (i32.sub (i32.load (local.get $text)) (i32.const 2)) (i32.const 37))
    (then (return (i32.const 0))))
  (local.set $at (i32.add (local.get $text) (i32.const 8)))
  (local.set $end (i32.add (local.get $at) (i32.load (local.get $text))))
  (local.set $gap (i32.const -1))
  (block $groups_end
    (loop $groups
      (if
        (i32.and
          (i32.eq (call $byte_at (local.get $at) (local.get $end)) (i32.const 0x3a))
          (i32.eq (call $byte_at (i32.add (local.get $at) (i32.const 1)) (local.get $end)) (i32.const 0x3a)))
        (then
          (if (i32.ge_s (local.get $gap) (i32.const 0)) (then (return (i32.const 0))))
          (local.set $gap (local.get $count))
          (local.set $at (i32.add (local.get $at) (i32.const 2)))
          (br_if $groups_end (i32.ge_u (local.get $at) (local.get $end))))
        (else
          (if (local.get $count)
            (then
              (if (i32.ne (call $byte_at (local.get $at) (local.get $end)) (i32.const 0x3a))
                (then (return (i32.const 0))))
              (local.set $at (i32.add (local.get $at) (i32.const 1)))))))
      (if (i32.eq (local.get $count) (i32.const 8)) (then (return (i32.const 0))))
      ;; A set bit for each group that is zero.
      (local.set $zeros (i32.or
        (local.get $zeros)
        (i32.shl (i32.eq (call $byte_at (local.get $at) (local.get $end)) (i32.const 0x30)) (local.get $count))))
      (local.set $at (call $is_ipv6_group (local.get $at) (local.get $end)))
      (if (i32.eqz (local.get $at)) (then (return (i32.const 0))))
      (local.set $count (i32.add (local.get $count) (i32.const 1)))
      (br_if $groups (i32.ne (local.get $at) (local.get $end)))))
  (local.set $missing (i32.sub (i32.const 8) (local.get $count)))
  (if (i32.lt_s (local.get $gap) (i32.const 0))
    (then
      (if (local.get $missing) (then (return (i32.const 0))))
      (return (i32.eqz (i32.and (local.get $zeros) (i32.shr_u (local.get $zeros) (i32.const 1)))))))
  (if (i32.lt_s (local.get $missing) (i32.const 2)) (then (return (i32.const 0))))
  (local.set $zeros (i32.or
    (i32.and (local.get $zeros) (i32.sub (i32.shl (i32.const 1) (local.get $gap)) (i32.const 1)))
    (i32.shl (i32.shr_u (local.get $zeros) (local.get $gap)) (i32.add (local.get $gap) (local.get $missing)))))
  ;; Groups that are written: no zero beside the gap, a shorter run before it, and one no longer behind it.
  (local.set $at (i32.const 0))
  (local.set $count (i32.const 0))
  (loop $runs
    (if (i32.ne (local.get $at) (i32.const 8))
      (then
        (if (i32.eq (local.get $at) (local.get $gap))
          (then
            (if (local.get $count) (then (return (i32.const 0))))
            (local.set $at (i32.add (local.get $at) (local.get $missing)))
            (if (i32.and (i32.shr_u (local.get $zeros) (local.get $at)) (i32.const 1))
              (then (return (i32.const 0)))))
          (else
            (local.set $count (i32.mul
              (i32.add (local.get $count) (i32.const 1))
              (i32.and (i32.shr_u (local.get $zeros) (local.get $at)) (i32.const 1))))
            (if
              (i32.ge_u
                (local.get $count)
                (i32.add (local.get $missing) (i32.gt_s (local.get $at) (local.get $gap))))
              (then (return (i32.const 0))))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))))
        (br $runs))))
  (i32.const 1))
;; The address behind a group, or 0.
(func $is_ipv6_group (param $at i32) (param $end i32) (result i32)
  (local $start i32)
  (local.set $start (local.get $at))
  (block $group_end
    (loop $digits
      (br_if $group_end (i32.eqz (call $is_ipv6_digit (call $byte_at (local.get $at) (local.get $end)))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br $digits)))
  (if (i32.gt_u (i32.sub (i32.sub (local.get $at) (local.get $start)) (i32.const 1)) (i32.const 3))
    (then (return (i32.const 0))))
  (if (i32.eq (i32.load8_u (local.get $start)) (i32.const 0x30))
    (then
      (if (i32.ne (i32.sub (local.get $at) (local.get $start)) (i32.const 1)) (then (return (i32.const 0))))))
  (local.get $at))
(func $is_ipv6_digit (param $byte i32) (result i32)
  (i32.or
    (i32.lt_u (i32.sub (local.get $byte) (i32.const 0x30)) (i32.const 10))
    (i32.lt_u (i32.sub (local.get $byte) (i32.const 0x61)) (i32.const 6))))`,
  },
  is_path: {
    code: `
;; An absolute path of unescaped characters (RFC 3986, section 3.3), in which no segment is empty, . or ..
(func $is_path (param $text i32) (result i32)
  (local $at i32) (local $end i32) (local $start i32) (local $byte i32)
  (if (i32.gt_u (i32.sub (i32.load (local.get $text)) (i32.const 1)) (i32.const 4_094))
    (then (return (i32.const 0))))
  (if (i32.ne (i32.load8_u offset=8 (local.get $text)) (i32.const 0x2f)) (then (return (i32.const 0))))
  (if (i32.eq (i32.load (local.get $text)) (i32.const 1)) (then (return (i32.const 1))))
  (local.set $at (i32.add (local.get $text) (i32.const 9)))
  (local.set $end (i32.add (local.get $text) (i32.add (i32.const 8) (i32.load (local.get $text)))))
  (local.set $start (local.get $at))
  (loop $next
    (local.set $byte (call $byte_at (local.get $at) (local.get $end)))
    (if (i32.or (i32.eq (local.get $byte) (i32.const -1)) (i32.eq (local.get $byte) (i32.const 0x2f)))
      (then
        (if (call $is_path_dots (local.get $start) (i32.sub (local.get $at) (local.get $start)))
          (then (return (i32.const 0))))
        (if (i32.eq (local.get $byte) (i32.const -1)) (then (return (i32.const 1))))
        (local.set $start (i32.add (local.get $at) (i32.const 1))))
      (else (if (i32.eqz (call $is_path_character (local.get $byte))) (then (return (i32.const 0))))))
    (local.set $at (i32.add (local.get $at) (i32.const 1)))
    (br $next))
  (unreachable))
;; 1 for an empty segment, . and ..
(func $is_path_dots (param $at i32) (param $size i32) (result i32)
  (if (i32.gt_u (local.get $size) (i32.const 2)) (then (return (i32.const 0))))
  (loop $next
    (if (local.get $size)
      (then
        (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 0x2e)) (then (return (i32.const 0))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (local.set $size (i32.sub (local.get $size) (i32.const 1)))
        (br $next))))
  (i32.const 1))
;; + to : and @ to Z, small letters, and = _ ~
(func $is_path_character (param $byte i32) (result i32)
  (i32.or
    (i32.or
      (i32.lt_u (i32.sub (local.get $byte) (i32.const 0x2b)) (i32.const 16))
      (i32.or
        (i32.lt_u (i32.sub (local.get $byte) (i32.const 0x40)) (i32.const 27))
        (i32.lt_u (i32.sub (local.get $byte) (i32.const 0x61)) (i32.const 26))))
    (i32.or
      (i32.eq (local.get $byte) (i32.const 0x3d))
      (i32.or (i32.eq (local.get $byte) (i32.const 0x5f)) (i32.eq (local.get $byte) (i32.const 0x7e))))))`,
  },
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
