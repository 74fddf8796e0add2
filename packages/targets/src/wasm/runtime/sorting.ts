import type { PieceSource } from './piece.js';

/** Elements that are sorted. */
interface Sorted {
  readonly name: 'sort' | 'sort_texts';
  readonly type: 'i32' | 'i64';
  readonly size: 4 | 8;
  /** The condition that $right is before $left, which are elements. */
  readonly isBefore: string;
}

/**
 * Returns a merge sort from the shortest runs up, from one block of memory to another and back. It is stable and takes n log n
 * comparisons for any content.
 */
function sortCode({ name, type, size, isBefore }: Sorted): string {
  return `
(func $${name} (param $list i32) (result i32)
  (local $size i32) (local $from i32) (local $to i32) (local $run i32) (local $start i32) (local $middle i32)
  (local.set $size (i32.mul (i32.load (local.get $list)) (i32.const ${size})))
  (local.set $from (call $new_sequence (i32.load (local.get $list)) (i32.const 0) (local.get $size)))
  (memory.copy
    (i32.add (local.get $from) (i32.const 8))
    (i32.add (local.get $list) (i32.const 8))
    (local.get $size))
  (if (i32.le_u (local.get $size) (i32.const ${size})) (then (return (local.get $from))))
  (local.set $to (call $new_sequence (i32.load (local.get $list)) (i32.const 0) (local.get $size)))
  (local.set $run (i32.const ${size}))
  (loop $passes
    (if (i32.lt_u (local.get $run) (local.get $size))
      (then
        (local.set $start (i32.const 0))
        (loop $merges
          (if (i32.lt_u (local.get $start) (local.get $size))
            (then
              (local.set $middle (i32.add (local.get $start) (local.get $run)))
              (call $${name}_merge
                (i32.add (local.get $from) (i32.const 8))
                (i32.add (local.get $to) (i32.const 8))
                (local.get $start)
                (select (local.get $middle) (local.get $size) (i32.lt_u (local.get $middle) (local.get $size)))
                (select
                  (i32.add (local.get $middle) (local.get $run))
                  (local.get $size)
                  (i32.lt_u (i32.add (local.get $middle) (local.get $run)) (local.get $size))))
              (local.set $start (i32.add (local.get $middle) (local.get $run)))
              (br $merges))))
        (local.set $start (local.get $from))
        (local.set $from (local.get $to))
        (local.set $to (local.get $start))
        (local.set $run (i32.shl (local.get $run) (i32.const 1)))
        (br $passes))))
  (local.get $from))
;; Merges two neighbouring runs, start to middle and middle to end, which are offsets.
(func $${name}_merge (param $from i32) (param $to i32) (param $start i32) (param $middle i32) (param $end i32)
  (local $at_left i32) (local $at_right i32) (local $left ${type}) (local $right ${type}) (local $is_right i32)
  (local.set $at_left (local.get $start))
  (local.set $at_right (local.get $middle))
  (loop $next
    (if (i32.lt_u (local.get $start) (local.get $end))
      (then
        (if (i32.ne (local.get $at_left) (local.get $middle))
          (then (local.set $left (${type}.load (i32.add (local.get $from) (local.get $at_left))))))
        (if (i32.ne (local.get $at_right) (local.get $end))
          (then (local.set $right (${type}.load (i32.add (local.get $from) (local.get $at_right))))))
        (local.set $is_right (if (result i32)
          (i32.or
            (i32.eq (local.get $at_left) (local.get $middle))
            (i32.eq (local.get $at_right) (local.get $end)))
          (then (i32.ne (local.get $at_right) (local.get $end)))
          (else ${isBefore})))
        (${type}.store
          (i32.add (local.get $to) (local.get $start))
          (select (local.get $right) (local.get $left) (local.get $is_right)))
        (if (local.get $is_right)
          (then (local.set $at_right (i32.add (local.get $at_right) (i32.const ${size}))))
          (else (local.set $at_left (i32.add (local.get $at_left) (i32.const ${size})))))
        (local.set $start (i32.add (local.get $start) (i32.const ${size})))
        (br $next)))))`;
}

export const SORTING = {
  sort: {
    code: sortCode({ name: 'sort', type: 'i64', size: 8, isBefore: '(i64.lt_s (local.get $right) (local.get $left))' }),
  },
  sort_texts: {
    code: sortCode({
      name: 'sort_texts',
      type: 'i32',
      size: 4,
      isBefore: '(i32.lt_s (call $text_compare (local.get $right) (local.get $left)) (i32.const 0))',
    }),
  },
} as const satisfies Record<string, PieceSource>;
