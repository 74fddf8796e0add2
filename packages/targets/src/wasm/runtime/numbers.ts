import type { PieceSource } from './piece.js';

/** Integer operations. Products of 128 bits have their upper half from `mul_high`, and their lower half from `i64.mul`. */
export const NUMBERS = {
  floor_div: {
    code: `
(func $floor_div (param $a i64) (param $b i64) (result i64)
  (local $quotient i64)
  (local.set $quotient (i64.div_s (local.get $a) (local.get $b)))
  ;; The truncated quotient is above the exact one if that is negative and no integer.
  (i64.sub
    (local.get $quotient)
    (i64.extend_i32_u
      (i32.and
        (i64.lt_s (i64.xor (local.get $a) (local.get $b)) (i64.const 0))
        (i64.ne (i64.mul (local.get $quotient) (local.get $b)) (local.get $a))))))`,
  },
  floor_mod: {
    code: `
(func $floor_mod (param $a i64) (param $b i64) (result i64)
  (local $remainder i64)
  (local.set $remainder (i64.rem_s (local.get $a) (local.get $b)))
  (if
    (i32.and
      (i64.ne (local.get $remainder) (i64.const 0))
      (i64.lt_s (i64.xor (local.get $remainder) (local.get $b)) (i64.const 0)))
    (then (local.set $remainder (i64.add (local.get $remainder) (local.get $b)))))
  (local.get $remainder))`,
  },
  mul_fits: {
    code: `
(func $mul_fits (param $a i64) (param $b i64) (result i32)
  ;; Two factors of 32 bits need no division.
  (if
    (i32.and
      (i64.eq (i64.extend32_s (local.get $a)) (local.get $a))
      (i64.eq (i64.extend32_s (local.get $b)) (local.get $b)))
    (then (return (i32.const 1))))
  (if (i64.eqz (local.get $a)) (then (return (i32.const 1))))
  ;; i64.div_s traps for the least integer by -1.
  (if (i64.eq (local.get $a) (i64.const -1))
    (then (return (i64.ne (local.get $b) (i64.const 0x8000000000000000)))))
  (i64.eq (i64.div_s (i64.mul (local.get $a) (local.get $b)) (local.get $a)) (local.get $b)))`,
  },
  pow: {
    code: `
;; Square and multiply. Squares that are not needed may wrap.
(func $pow (param $a i64) (param $n i64) (result i64)
  (local $power i64)
  (local.set $power (i64.const 1))
  (loop $next
    (if (i64.ne (local.get $n) (i64.const 0))
      (then
        (if (i64.ne (i64.and (local.get $n) (i64.const 1)) (i64.const 0))
          (then (local.set $power (i64.mul (local.get $power) (local.get $a)))))
        (local.set $a (i64.mul (local.get $a) (local.get $a)))
        (local.set $n (i64.shr_u (local.get $n) (i64.const 1)))
        (br $next))))
  (local.get $power))`,
  },
  pow_fits: {
    code: `
;; If the last product fits, all earlier ones do.
(func $pow_fits (param $a i64) (param $n i64) (result i32)
  (local $power i64)
  (if (i64.gt_u (local.get $n) (i64.const 63)) (then (return (i32.const 0))))
  (local.set $power (i64.const 1))
  (loop $next
    (if (i64.ne (local.get $n) (i64.const 0))
      (then
        (if (i32.eqz (call $mul_fits (local.get $power) (local.get $a))) (then (return (i32.const 0))))
        (local.set $power (i64.mul (local.get $power) (local.get $a)))
        (local.set $n (i64.sub (local.get $n) (i64.const 1)))
        (br $next))))
  (i32.const 1))`,
  },
  isqrt: {
    code: `
;; Newton's method from a power of two that is no less than the root (H. Cohen, A Course in Computational
;; Algebraic Number Theory, algorithm 1.7.1).
(func $isqrt (param $n i64) (result i64)
  (local $root i64) (local $next i64)
  (if (i64.lt_u (local.get $n) (i64.const 2)) (then (return (local.get $n))))
  (local.set $next (i64.shl (i64.const 1) (i64.shr_u (i64.sub (i64.const 65) (i64.clz (local.get $n))) (i64.const 1))))
  (loop $descend
    (local.set $root (local.get $next))
    (local.set $next (i64.shr_u (i64.add (local.get $root) (i64.div_u (local.get $n) (local.get $root))) (i64.const 1)))
    (br_if $descend (i64.lt_u (local.get $next) (local.get $root))))
  (local.get $root))`,
  },
  magnitude: {
    code: `
;; The absolute value, unsigned.
(func $magnitude (param $a i64) (result i64)
  (select (i64.sub (i64.const 0) (local.get $a)) (local.get $a) (i64.lt_s (local.get $a) (i64.const 0))))`,
  },
  mul_high: {
    code: `
;; The upper 64 bits of an unsigned product, from products of 32 bits (Hacker's Delight, section 8-2).
(func $mul_high (param $a i64) (param $b i64) (result i64)
  (local $a_high i64) (local $b_high i64) (local $middle i64) (local $other i64)
  (local.set $a_high (i64.shr_u (local.get $a) (i64.const 32)))
  (local.set $b_high (i64.shr_u (local.get $b) (i64.const 32)))
  (local.set $a (i64.and (local.get $a) (i64.const 0xffffffff)))
  (local.set $b (i64.and (local.get $b) (i64.const 0xffffffff)))
  (local.set $middle (i64.add
    (i64.mul (local.get $a_high) (local.get $b))
    (i64.shr_u (i64.mul (local.get $a) (local.get $b)) (i64.const 32))))
  (local.set $other (i64.add (i64.mul (local.get $a) (local.get $b_high)) (i64.and (local.get $middle) (i64.const 0xffffffff))))
  (i64.add
    (i64.mul (local.get $a_high) (local.get $b_high))
    (i64.add (i64.shr_u (local.get $middle) (i64.const 32)) (i64.shr_u (local.get $other) (i64.const 32)))))`,
  },
  divide_wide: {
    code: `
;; The quotient of 128 bits by 64, unsigned, where the divisor exceeds the upper half: two digits of 32 bits, each
;; estimated by the upper digit of the divisor (Hacker's Delight, section 9-4).
(func $divide_wide (param $high i64) (param $low i64) (param $divisor i64) (result i64)
  (local $shift i64) (local $first i64) (local $rest i64)
  (if (i64.eqz (local.get $high)) (then (return (i64.div_u (local.get $low) (local.get $divisor)))))
  (local.set $shift (i64.clz (local.get $divisor)))
  (local.set $divisor (i64.shl (local.get $divisor) (local.get $shift)))
  (if (i64.ne (local.get $shift) (i64.const 0))
    (then
      (local.set $high (i64.or
        (i64.shl (local.get $high) (local.get $shift))
        (i64.shr_u (local.get $low) (i64.sub (i64.const 64) (local.get $shift)))))
      (local.set $low (i64.shl (local.get $low) (local.get $shift)))))
  (local.set $first (call $divide_wide_digit (local.get $high) (i64.shr_u (local.get $low) (i64.const 32)) (local.get $divisor)))
  (local.set $rest (i64.sub
    (i64.or (i64.shl (local.get $high) (i64.const 32)) (i64.shr_u (local.get $low) (i64.const 32)))
    (i64.mul (local.get $first) (local.get $divisor))))
  (i64.or
    (i64.shl (local.get $first) (i64.const 32))
    (call $divide_wide_digit
      (local.get $rest)
      (i64.and (local.get $low) (i64.const 0xffffffff))
      (local.get $divisor))))
;; The quotient of the number (high, digit) by a divisor with its uppermost bit set, which exceeds high.
(func $divide_wide_digit (param $high i64) (param $digit i64) (param $divisor i64) (result i64)
  (local $upper i64) (local $lower i64) (local $quotient i64) (local $rest i64)
  (local.set $upper (i64.shr_u (local.get $divisor) (i64.const 32)))
  (local.set $lower (i64.and (local.get $divisor) (i64.const 0xffffffff)))
  (local.set $quotient (i64.div_u (local.get $high) (local.get $upper)))
  (local.set $rest (i64.rem_u (local.get $high) (local.get $upper)))
  ;; The estimate is too great by at most 2.
  (block $exact
    (loop $correct
      (br_if $exact (i32.and
        (i64.lt_u (local.get $quotient) (i64.const 0x100000000))
        (i64.le_u
          (i64.mul (local.get $quotient) (local.get $lower))
          (i64.or (i64.shl (local.get $rest) (i64.const 32)) (local.get $digit)))))
      (local.set $quotient (i64.sub (local.get $quotient) (i64.const 1)))
      (local.set $rest (i64.add (local.get $rest) (local.get $upper)))
      (br_if $correct (i64.lt_u (local.get $rest) (i64.const 0x100000000)))))
  (local.get $quotient))`,
  },
  share: {
    code: `
;; |a * b / c|, rounded down, if it has 64 bits.
(func $share (param $a i64) (param $b i64) (param $c i64) (result i64)
  (local.set $a (call $magnitude (local.get $a)))
  (local.set $b (call $magnitude (local.get $b)))
  (call $divide_wide
    (call $mul_high (local.get $a) (local.get $b))
    (i64.mul (local.get $a) (local.get $b))
    (call $magnitude (local.get $c))))`,
  },
  share_fits: {
    code: `
;; 1 if |a * b / c|, rounded down, has 64 bits, and c is not 0.
(func $share_fits (param $a i64) (param $b i64) (param $c i64) (result i32)
  (i64.lt_u
    (call $mul_high (call $magnitude (local.get $a)) (call $magnitude (local.get $b)))
    (call $magnitude (local.get $c))))`,
  },
  signed_fits: {
    code: `
;; 1 if a magnitude with the sign of the xor of three integers fits 64 bits.
(func $signed_fits (param $magnitude i64) (param $sign i64) (result i32)
  (i64.le_u
    (local.get $magnitude)
    (i64.add (i64.const 0x7fffffffffffffff) (i64.shr_u (local.get $sign) (i64.const 63)))))`,
  },
  muldiv: {
    code: `
;; a * b / c, rounded toward zero. The product has 128 bits.
(func $muldiv (param $a i64) (param $b i64) (param $c i64) (result i64)
  (local $share i64)
  ;; The product of factors of 32 bits fits 64.
  (if
    (i32.and
      (i64.eq (i64.extend32_s (local.get $a)) (local.get $a))
      (i64.eq (i64.extend32_s (local.get $b)) (local.get $b)))
    (then (return (i64.div_s (i64.mul (local.get $a) (local.get $b)) (local.get $c)))))
  (local.set $share (call $share (local.get $a) (local.get $b) (local.get $c)))
  (select
    (i64.sub (i64.const 0) (local.get $share))
    (local.get $share)
    (i64.lt_s (i64.xor (i64.xor (local.get $a) (local.get $b)) (local.get $c)) (i64.const 0))))`,
  },
  muldiv_fits: {
    code: `
(func $muldiv_fits (param $a i64) (param $b i64) (param $c i64) (result i32)
  (if (i32.eqz (call $share_fits (local.get $a) (local.get $b) (local.get $c))) (then (return (i32.const 0))))
  (call $signed_fits
    (call $share (local.get $a) (local.get $b) (local.get $c))
    (i64.xor (i64.xor (local.get $a) (local.get $b)) (local.get $c))))`,
  },
  share_is_up: {
    code: `
;; 1 if |a * b / c| is nearer to share + 1 than to share, its integral part, or half between them and share is odd.
(func $share_is_up (param $a i64) (param $b i64) (param $c i64) (param $share i64) (result i64)
  (local $rest i64) (local $left i64)
  (local.set $c (call $magnitude (local.get $c)))
  (local.set $rest (i64.sub
    (i64.mul (call $magnitude (local.get $a)) (call $magnitude (local.get $b)))
    (i64.mul (local.get $share) (local.get $c))))
  (local.set $left (i64.sub (local.get $c) (local.get $rest)))
  (i64.extend_i32_u
    (i32.or
      (i64.gt_u (local.get $rest) (local.get $left))
      (i32.and
        (i64.eq (local.get $rest) (local.get $left))
        (i32.wrap_i64 (i64.and (local.get $share) (i64.const 1)))))))`,
  },
  muldiv_even: {
    code: `
;; a * b / c, rounded to the nearest integer, halves to even. This is symmetric to zero.
(func $muldiv_even (param $a i64) (param $b i64) (param $c i64) (result i64)
  (local $share i64)
  (local.set $share (call $share (local.get $a) (local.get $b) (local.get $c)))
  (local.set $share (i64.add
    (local.get $share)
    (call $share_is_up (local.get $a) (local.get $b) (local.get $c) (local.get $share))))
  (select
    (i64.sub (i64.const 0) (local.get $share))
    (local.get $share)
    (i64.lt_s (i64.xor (i64.xor (local.get $a) (local.get $b)) (local.get $c)) (i64.const 0))))`,
  },
  muldiv_even_fits: {
    code: `
(func $muldiv_even_fits (param $a i64) (param $b i64) (param $c i64) (result i32)
  (local $share i64) (local $sign i64)
  (if (i32.eqz (call $share_fits (local.get $a) (local.get $b) (local.get $c))) (then (return (i32.const 0))))
  (local.set $share (call $share (local.get $a) (local.get $b) (local.get $c)))
  (local.set $sign (i64.xor (i64.xor (local.get $a) (local.get $b)) (local.get $c)))
  ;; The first test excludes that the sum wraps.
  (if (i32.eqz (call $signed_fits (local.get $share) (local.get $sign))) (then (return (i32.const 0))))
  (call $signed_fits
    (i64.add
      (local.get $share)
      (call $share_is_up (local.get $a) (local.get $b) (local.get $c) (local.get $share)))
    (local.get $sign)))`,
  },
} as const satisfies Record<string, PieceSource>;
