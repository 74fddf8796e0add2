import { INTEGER } from '../../types/domain.js';
import { fitsInt64, type Int } from '../../types/integer.js';
import type { Overload } from '../monomer.js';
import { parameter } from '../schemes.js';

export const ONE_INTEGER: readonly Overload[] = [{ parameters: [parameter('a', INTEGER)], result: INTEGER }];

export const TWO_INTEGERS: readonly Overload[] = [{ parameters: [parameter('a', INTEGER), parameter('b', INTEGER)], result: INTEGER }];

export const THREE_INTEGERS: readonly Overload[] = [
  { parameters: [parameter('a', INTEGER), parameter('b', INTEGER), parameter('c', INTEGER)], result: INTEGER },
];

/** The exact result where it is a 64-bit integer; undefined where the need "fits" is violated. */
export function fitting(value: Int): Int | undefined {
  return fitsInt64(value) ? value : undefined;
}
