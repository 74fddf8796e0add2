import { MAX_COUNTED } from '@kirchhoff/platform';
import type { Circuit } from '../circuit.js';
import type { AsOf } from './as-of.js';

/** The position and the length of a page in its list. */
export interface Slice {
  /** Count of the circuits before the page. */
  readonly offset: number;
  readonly limit: number;
}

/** Exact to `MAX_COUNTED`. */
export interface Total {
  readonly total: number;
  readonly totalCapped: boolean;
}

export interface CircuitPage extends Total {
  readonly circuits: readonly Circuit[];
  /** The snapshot that this page used; the links carry it. */
  readonly asOf: AsOf;
}

/** @param counted at most one more than `MAX_COUNTED` */
export function totalOf(counted: number): Total {
  return { total: Math.min(counted, MAX_COUNTED), totalCapped: counted > MAX_COUNTED };
}
