import type { PieceSource } from './piece.js';

/** An element in memory and on the stack. */
interface Element {
  readonly name: 'byte' | 'integer' | 'word';
  readonly type: 'i32' | 'i64';
  /** The logarithm of its size. */
  readonly shift: 0 | 2 | 3;
  /** The ends of the names of the instructions that load and store it. */
  readonly loaded: '' | '8_u';
  readonly stored: '' | '8';
}

const BYTE: Element = { name: 'byte', type: 'i64', shift: 0, loaded: '8_u', stored: '8' };
const INTEGER: Element = { name: 'integer', type: 'i64', shift: 3, loaded: '', stored: '' };
const WORD: Element = { name: 'word', type: 'i32', shift: 2, loaded: '', stored: '' };

/** Returns the function that copies a sequence with one element replaced. */
function withCode({ name, type, shift, stored }: Element): string {
  return `
(func $with_${name} (param $seq i32) (param $index i64) (param $value ${type}) (result i32)
  (local $copy i32)
  (local.set $copy (call $copy_of (local.get $seq) (i32.const 0) (i32.const ${shift})))
  (${type}.store${stored} offset=8
    (i32.add (local.get $copy) (i32.shl (i32.wrap_i64 (local.get $index)) (i32.const ${shift})))
    (local.get $value))
  (local.get $copy))`;
}

function appendCode({ name, type, shift, stored }: Element): string {
  return `
(func $append_${name} (param $seq i32) (param $value ${type}) (result i32)
  (local $copy i32)
  (local.set $copy (call $copy_of (local.get $seq) (i32.const 1) (i32.const ${shift})))
  (${type}.store${stored} offset=8
    (i32.add (local.get $copy) (i32.shl (i32.load (local.get $seq)) (i32.const ${shift})))
    (local.get $value))
  (local.get $copy))`;
}

function fillCode({ name, type, shift }: Element): string {
  return `
(func $fill_${name} (param $count i64) (param $value ${type}) (result i32)
  (local $size i32) (local $list i32) (local $at i32) (local $end i32)
  (local.set $size (i32.shl (i32.wrap_i64 (local.get $count)) (i32.const ${shift})))
  (local.set $list (call $new_sequence (i32.wrap_i64 (local.get $count)) (i32.const 0) (local.get $size)))
  (local.set $at (local.get $list))
  (local.set $end (i32.add (local.get $list) (local.get $size)))
  (loop $next
    (if (i32.ne (local.get $at) (local.get $end))
      (then
        (${type}.store offset=8 (local.get $at) (local.get $value))
        (local.set $at (i32.add (local.get $at) (i32.const ${1 << shift})))
        (br $next))))
  (local.get $list))`;
}

/** Returns the function that finds the index of a value, or -1. `equal` is an instruction that compares two values. */
function indexCode(name: string, { type, shift, loaded }: Element, equal: string): string {
  return `
(func $index_of_${name} (param $seq i32) (param $value ${type}) (result i32)
  (local $index i32) (local $count i32)
  (local.set $count (i32.load (local.get $seq)))
  (loop $next
    (if (i32.ne (local.get $index) (local.get $count))
      (then
        (if
          (${equal}
            (${type}.load${loaded} offset=8
              (i32.add (local.get $seq) (i32.shl (local.get $index) (i32.const ${shift}))))
            (local.get $value))
          (then (return (local.get $index))))
        (local.set $index (i32.add (local.get $index) (i32.const 1)))
        (br $next))))
  (i32.const -1))`;
}

/** Lists and bytes, which are never modified. `$shift` is the logarithm of the size of an element: 0 for bytes, 2 or 3 for a list. */
export const SEQUENCES = {
  same_content: {
    code: `
;; 1 if two blocks of memory are equal, compared eight bytes at a time.
(func $same_content (param $a i32) (param $b i32) (param $size i32) (result i32)
  (local $end i32)
  (local.set $end (i32.add (local.get $a) (i32.and (local.get $size) (i32.const -8))))
  (loop $words
    (if (i32.ne (local.get $a) (local.get $end))
      (then
        (if (i64.ne (i64.load (local.get $a)) (i64.load (local.get $b))) (then (return (i32.const 0))))
        (local.set $a (i32.add (local.get $a) (i32.const 8)))
        (local.set $b (i32.add (local.get $b) (i32.const 8)))
        (br $words))))
  (local.set $end (i32.add (local.get $a) (i32.and (local.get $size) (i32.const 7))))
  (loop $bytes
    (if (i32.ne (local.get $a) (local.get $end))
      (then
        (if (i32.ne (i32.load8_u (local.get $a)) (i32.load8_u (local.get $b))) (then (return (i32.const 0))))
        (local.set $a (i32.add (local.get $a) (i32.const 1)))
        (local.set $b (i32.add (local.get $b) (i32.const 1)))
        (br $bytes))))
  (i32.const 1))`,
  },
  bytes_equal: {
    code: `
(func $bytes_equal (param $a i32) (param $b i32) (result i32)
  (if (i32.eq (local.get $a) (local.get $b)) (then (return (i32.const 1))))
  (if (i32.ne (i32.load (local.get $a)) (i32.load (local.get $b))) (then (return (i32.const 0))))
  (call $same_content
    (i32.add (local.get $a) (i32.const 8))
    (i32.add (local.get $b) (i32.const 8))
    (i32.load (local.get $a))))`,
  },
  slice: {
    code: `
(func $slice (param $seq i32) (param $lo i64) (param $hi i64) (param $shift i32) (result i32)
  (call $part_of
    (local.get $seq)
    (i32.wrap_i64 (local.get $lo))
    (i32.wrap_i64 (local.get $hi))
    (local.get $shift)))`,
  },
  part_of: {
    code: `
;; The elements from one index up to, not including, another.
(func $part_of (param $seq i32) (param $lo i32) (param $hi i32) (param $shift i32) (result i32)
  (local $count i32) (local $size i32) (local $part i32)
  (local.set $count (i32.sub (local.get $hi) (local.get $lo)))
  ;; Values never change, so that the whole may be shared.
  (if (i32.eq (local.get $count) (i32.load (local.get $seq))) (then (return (local.get $seq))))
  (local.set $size (i32.shl (local.get $count) (local.get $shift)))
  (local.set $part (call $new_sequence (local.get $count) (i32.const 0) (local.get $size)))
  (memory.copy
    (i32.add (local.get $part) (i32.const 8))
    (i32.add (i32.add (local.get $seq) (i32.const 8)) (i32.shl (local.get $lo) (local.get $shift)))
    (local.get $size))
  (local.get $part))`,
  },
  covered: {
    code: `
;; The number of elements that a count covers.
(func $covered (param $seq i32) (param $n i64) (result i32)
  (local $count i32)
  (local.set $count (i32.load (local.get $seq)))
  (select
    (i32.wrap_i64 (local.get $n))
    (local.get $count)
    (i64.lt_u (local.get $n) (i64.extend_i32_u (local.get $count)))))`,
  },
  take: {
    code: `
(func $take (param $seq i32) (param $n i64) (param $shift i32) (result i32)
  (call $part_of
    (local.get $seq)
    (i32.const 0)
    (call $covered (local.get $seq) (local.get $n))
    (local.get $shift)))`,
  },
  drop: {
    code: `
(func $drop (param $seq i32) (param $n i64) (param $shift i32) (result i32)
  (call $part_of
    (local.get $seq)
    (call $covered (local.get $seq) (local.get $n))
    (i32.load (local.get $seq))
    (local.get $shift)))`,
  },
  join: {
    code: `
(func $join (param $a i32) (param $b i32) (param $shift i32) (result i32)
  (local $size_a i32) (local $size_b i32) (local $both i32)
  (local.set $size_a (i32.shl (i32.load (local.get $a)) (local.get $shift)))
  (local.set $size_b (i32.shl (i32.load (local.get $b)) (local.get $shift)))
  (if (i32.eqz (local.get $size_a)) (then (return (local.get $b))))
  (if (i32.eqz (local.get $size_b)) (then (return (local.get $a))))
  (local.set $both (call $new_sequence
    (i32.add (i32.load (local.get $a)) (i32.load (local.get $b)))
    (i32.const 0)
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
  reverse: {
    code: `
(func $reverse (param $seq i32) (param $shift i32) (result i32)
  (local $from i32) (local $to i32) (local $step i32) (local $size i32) (local $reversed i32)
  (local.set $step (i32.shl (i32.const 1) (local.get $shift)))
  (local.set $size (i32.shl (i32.load (local.get $seq)) (local.get $shift)))
  (local.set $reversed (call $new_sequence (i32.load (local.get $seq)) (i32.const 0) (local.get $size)))
  (local.set $from (i32.add (local.get $seq) (i32.const 8)))
  (local.set $to (i32.add (i32.add (local.get $reversed) (i32.const 8)) (local.get $size)))
  (loop $next
    (if (i32.ne (local.get $to) (i32.add (local.get $reversed) (i32.const 8)))
      (then
        (local.set $to (i32.sub (local.get $to) (local.get $step)))
        (if (i32.eq (local.get $shift) (i32.const 3))
          (then (i64.store (local.get $to) (i64.load (local.get $from))))
          (else
            (if (local.get $shift)
              (then (i32.store (local.get $to) (i32.load (local.get $from))))
              (else (i32.store8 (local.get $to) (i32.load8_u (local.get $from)))))))
        (local.set $from (i32.add (local.get $from) (local.get $step)))
        (br $next))))
  (local.get $reversed))`,
  },
  copy_of: {
    code: `
;; A copy with room for more elements, which the count of the copy includes.
(func $copy_of (param $seq i32) (param $more i32) (param $shift i32) (result i32)
  (local $count i32) (local $copy i32)
  (local.set $count (i32.load (local.get $seq)))
  (local.set $copy (call $new_sequence
    (i32.add (local.get $count) (local.get $more))
    (i32.const 0)
    (i32.shl (i32.add (local.get $count) (local.get $more)) (local.get $shift))))
  (memory.copy
    (i32.add (local.get $copy) (i32.const 8))
    (i32.add (local.get $seq) (i32.const 8))
    (i32.shl (local.get $count) (local.get $shift)))
  (local.get $copy))`,
  },
  with_byte: { code: withCode(BYTE) },
  with_integer: { code: withCode(INTEGER) },
  with_word: { code: withCode(WORD) },
  append_byte: { code: appendCode(BYTE) },
  append_integer: { code: appendCode(INTEGER) },
  append_word: { code: appendCode(WORD) },
  fill_integer: { code: fillCode(INTEGER) },
  fill_word: { code: fillCode(WORD) },
  index_of_byte: { code: indexCode('byte', BYTE, 'i64.eq') },
  index_of_integer: { code: indexCode('integer', INTEGER, 'i64.eq') },
  index_of_word: { code: indexCode('word', WORD, 'i32.eq') },
  index_of_bytes: { code: indexCode('bytes', WORD, 'call $bytes_equal') },
  index_of_text: { code: indexCode('text', WORD, 'call $text_equal') },
  sum: {
    code: `
;; Partial sums may wrap, since the sum fits.
(func $sum (param $list i32) (result i64)
  (local $at i32) (local $end i32) (local $sum i64)
  (local.set $at (local.get $list))
  (local.set $end (i32.add (local.get $list) (i32.shl (i32.load (local.get $list)) (i32.const 3))))
  (loop $next
    (if (i32.ne (local.get $at) (local.get $end))
      (then
        (local.set $sum (i64.add (local.get $sum) (i64.load offset=8 (local.get $at))))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br $next))))
  (local.get $sum))`,
  },
  sum_fits: {
    code: `
;; The sum in 128 bits: it fits if its upper half is the sign of the lower one.
(func $sum_fits (param $list i32) (result i32)
  (local $at i32) (local $end i32) (local $element i64) (local $low i64) (local $high i64)
  (local.set $at (local.get $list))
  (local.set $end (i32.add (local.get $list) (i32.shl (i32.load (local.get $list)) (i32.const 3))))
  (loop $next
    (if (i32.ne (local.get $at) (local.get $end))
      (then
        (local.set $element (i64.load offset=8 (local.get $at)))
        (local.set $low (i64.add (local.get $low) (local.get $element)))
        (local.set $high (i64.add
          (i64.add (local.get $high) (i64.shr_s (local.get $element) (i64.const 63)))
          (i64.extend_i32_u (i64.lt_u (local.get $low) (local.get $element)))))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br $next))))
  (i64.eq (local.get $high) (i64.shr_s (local.get $low) (i64.const 63))))`,
  },
  range: {
    code: `
(func $range (param $lo i64) (param $hi i64) (result i32)
  (local $count i32) (local $list i32) (local $at i32) (local $end i32)
  (if (i64.le_s (local.get $lo) (local.get $hi))
    (then (local.set $count (i32.wrap_i64 (i64.add (i64.sub (local.get $hi) (local.get $lo)) (i64.const 1))))))
  (local.set $list (call $new_sequence (local.get $count) (i32.const 0) (i32.shl (local.get $count) (i32.const 3))))
  (local.set $at (local.get $list))
  (local.set $end (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 3))))
  (loop $next
    (if (i32.ne (local.get $at) (local.get $end))
      (then
        (i64.store offset=8 (local.get $at) (local.get $lo))
        (local.set $lo (i64.add (local.get $lo) (i64.const 1)))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br $next))))
  (local.get $list))`,
  },
  zip: {
    code: `
;; Each pair is a record with the fields a and b.
(func $zip (param $a i32) (param $b i32) (param $shift_a i32) (param $shift_b i32) (result i32)
  (local $count i32) (local $list i32) (local $pair i32) (local $index i32)
  (local.set $count (select
    (i32.load (local.get $a))
    (i32.load (local.get $b))
    (i32.lt_u (i32.load (local.get $a)) (i32.load (local.get $b)))))
  (local.set $list (call $new_sequence (local.get $count) (i32.const 0) (i32.shl (local.get $count) (i32.const 2))))
  (local.set $pair (call $alloc (i32.shl (local.get $count) (i32.const 4))))
  (loop $next
    (if (i32.ne (local.get $index) (local.get $count))
      (then
        (i32.store offset=8
          (i32.add (local.get $list) (i32.shl (local.get $index) (i32.const 2)))
          (local.get $pair))
        (if (i32.eq (local.get $shift_a) (i32.const 3))
          (then
            (i64.store
              (local.get $pair)
              (i64.load offset=8 (i32.add (local.get $a) (i32.shl (local.get $index) (i32.const 3))))))
          (else
            (i32.store
              (local.get $pair)
              (i32.load offset=8 (i32.add (local.get $a) (i32.shl (local.get $index) (i32.const 2)))))))
        (if (i32.eq (local.get $shift_b) (i32.const 3))
          (then
            (i64.store offset=8
              (local.get $pair)
              (i64.load offset=8 (i32.add (local.get $b) (i32.shl (local.get $index) (i32.const 3))))))
          (else
            (i32.store offset=8
              (local.get $pair)
              (i32.load offset=8 (i32.add (local.get $b) (i32.shl (local.get $index) (i32.const 2)))))))
        (local.set $pair (i32.add (local.get $pair) (i32.const 16)))
        (local.set $index (i32.add (local.get $index) (i32.const 1)))
        (br $next))))
  (local.get $list))`,
  },
} as const satisfies Record<string, PieceSource>;
