import { add, type Int } from '../types/integer.js';
import type { Value } from '../values/value.js';

/** Iterates over the elements of a loop, once. */
export interface ElementCursor {
  /** The next element; `undefined` after the last. */
  next(): Value | undefined;
}

/** Over the elements of a list, or the elements of bytes. */
export function overElements(elements: readonly Value[] | Uint8Array): ElementCursor {
  let index = 0;
  return {
    next: () => {
      index += 1;
      return elements[index - 1];
    },
  };
}

/** Iterates over the integers from lo to hi, both included; empty if hi < lo. */
export function overRange(lo: Int, hi: Int): ElementCursor {
  let current = lo;
  return {
    next: () => {
      if (current > hi) return undefined;
      const value = current;
      current = add(current, 1);
      return value;
    },
  };
}
