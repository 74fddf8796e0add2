import { MAX_COUNTED } from '@kirchhoff/platform';
import type { Circuit } from '../circuit.js';
import type { AsOf } from './as-of.js';

/** The part of a list that a page shows. */
export interface Slice {
  /** Count of the circuits before it. */
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
  /** The snapshot that this page saw or was asked for; the links hand it on. */
  readonly asOf: AsOf;
}

/** @param counted no further than to one more than `MAX_COUNTED` */
export function totalOf(counted: number): Total {
  return { total: Math.min(counted, MAX_COUNTED), totalCapped: counted > MAX_COUNTED };
}
