import type { PieceSource } from './piece.js';

/** The texts that have one spelling (docs/language/texts.md). */
export const TEXT_FORMS = {
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
} as const satisfies Record<string, PieceSource>;
