import { compare } from '../../types/integer.js';
import { compareText } from '../../values/text.js';
import type { Value } from '../../values/value.js';
import { integerAt, textAt } from '../arguments.js';

/** The order of two integers, or of two texts by code point: -1, 0 or 1. */
export function orderOf(args: readonly Value[]): -1 | 0 | 1 {
  if (typeof args[0] === 'string') return compareText(args[0], textAt(args, 1));
  return compare(integerAt(args, 0), integerAt(args, 1));
}
