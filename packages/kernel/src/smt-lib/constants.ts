import type { Value } from '../values/value.js';
import type { ExactBounds } from './bounds.js';

/**
 * Values of constants that follow from the script itself. They let the values of a run be compared with a query (`smt/trial.ts`).
 * Recorded at the declarations; no byte of the query depends on them.
 */
export class QueryConstants {
  /** Constants for literal texts and literal bytes. */
  readonly literals = new Map<string, { readonly sort: string; readonly value: Value }>();
  /** Constants that are equal to an expression of the query. */
  readonly equals = new Map<string, string>();
  /** Constants that are the integer square root of an expression of the query. */
  readonly roots = new Map<string, { readonly of: string; readonly most: bigint }>();
  /** Bounds of integer constants. */
  readonly bounds = new Map<string, ExactBounds>();
}
