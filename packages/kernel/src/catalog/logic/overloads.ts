import { BOOLEAN, INTEGER, TEXT } from '../../types/domain.js';
import type { Overload } from '../monomer.js';
import { parameter, T } from '../schemes.js';

export const TWO_BOOLEANS: readonly Overload[] = [{ parameters: [parameter('a', BOOLEAN), parameter('b', BOOLEAN)], result: BOOLEAN }];

/** Two values of one kind. */
export const TWO_OF_A_KIND: readonly Overload[] = [{ parameters: [parameter('a', T), parameter('b', T)], result: BOOLEAN }];

/** Two values of a kind that has an order. */
export const TWO_ORDERED: readonly Overload[] = [
  { parameters: [parameter('a', INTEGER), parameter('b', INTEGER)], result: BOOLEAN },
  { parameters: [parameter('a', TEXT), parameter('b', TEXT)], result: BOOLEAN },
];

/** Two integers that have to be natural. */
export const TWO_NATURALS: readonly Overload[] = [{ parameters: [parameter('a', INTEGER), parameter('b', INTEGER)], result: INTEGER }];

export const NATURAL_AND_COUNT: readonly Overload[] = [{ parameters: [parameter('a', INTEGER), parameter('n', INTEGER)], result: INTEGER }];
