import type { PieceSource } from './piece.js';

/** Lists and bytes. Functions that change one take it, so that a caller which needs it no longer gives it away. */
export const SEQUENCES = {
  at_index: {
    code: `
/// Returns the element at an index, which may be outside.
fn at_index<T>(xs: &[T], index: i64) -> Option<&T> {
    usize::try_from(index).ok().and_then(|index| xs.get(index))
}
`,
  },
  with_element: {
    code: `
fn with_element<T>(mut xs: Vec<T>, index: i64, element: T) -> Vec<T> {
    xs[index as usize] = element;
    xs
}
`,
  },
  append: {
    code: `
fn append<T>(mut xs: Vec<T>, element: T) -> Vec<T> {
    xs.push(element);
    xs
}
`,
  },
  join: {
    code: `
fn join<T: Clone>(mut xs: Vec<T>, ys: &[T]) -> Vec<T> {
    xs.extend_from_slice(ys);
    xs
}
`,
  },
  take: {
    code: `
fn take<T>(xs: &[T], count: i64) -> &[T] {
    &xs[..xs.len().min(usize::try_from(count).unwrap_or(usize::MAX))]
}
`,
  },
  skip: {
    code: `
fn skip<T>(xs: &[T], count: i64) -> &[T] {
    &xs[xs.len().min(usize::try_from(count).unwrap_or(usize::MAX))..]
}
`,
  },
  reversed: {
    code: `
fn reversed<T>(mut xs: Vec<T>) -> Vec<T> {
    xs.reverse();
    xs
}
`,
  },
  sorted: {
    code: `
fn sorted<T: Ord>(mut xs: Vec<T>) -> Vec<T> {
    xs.sort_unstable();
    xs
}
`,
  },
  find: {
    code: `
/// Returns the first index of an element.
fn find<T: PartialEq<U>, U: ?Sized>(xs: &[T], wanted: &U) -> Option<i64> {
    let index = xs.iter().position(|x| x == wanted);
    index.map(|index| index as i64)
}
`,
  },
  contains: {
    code: `
fn contains<T: PartialEq<U>, U: ?Sized>(xs: &[T], wanted: &U) -> bool {
    xs.iter().any(|x| x == wanted)
}
`,
  },
  find_wide: {
    code: `
/// Returns the first index of an integer, which may be beyond 32 bits.
fn find_wide(xs: &[i32], wanted: i64) -> Option<i64> {
    let index = xs.iter().position(|&x| i64::from(x) == wanted);
    index.map(|index| index as i64)
}
`,
  },
  contains_wide: {
    code: `
fn contains_wide(xs: &[i32], wanted: i64) -> bool {
    xs.iter().any(|&x| i64::from(x) == wanted)
}
`,
  },
  find_byte: {
    code: `
/// Returns the first index of a byte.
fn find_byte(data: &[u8], wanted: i64) -> Option<i64> {
    let index = data.iter().position(|&byte| i64::from(byte) == wanted);
    index.map(|index| index as i64)
}
`,
  },
  contains_byte: {
    code: `
fn contains_byte(data: &[u8], wanted: i64) -> bool {
    data.iter().any(|&byte| i64::from(byte) == wanted)
}
`,
  },
  xor_bytes: {
    code: `
fn xor_bytes(a: &[u8], b: &[u8]) -> Vec<u8> {
    a.iter().zip(b).map(|(x, y)| x ^ y).collect()
}
`,
  },
} as const satisfies Record<string, PieceSource>;
