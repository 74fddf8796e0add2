import type { Value } from '../values/value.js';
import type { Bounds } from './bounds.js';

/**
 * Values of constants that follow from the script itself, so that values from a run can be laid beside a query
 * (`smt/trial.ts`). Written down as they are declared; no byte of the query depends on it.
 */
export class Constants {
  /** Constants of literal texts and bytes. */
  readonly literals = new Map<string, { readonly sort: string; readonly value: Value }>();
  /** Constants that equal a text of the query. */
  readonly equals = new Map<string, string>();
  /** Constants that are the integer square root of a text of the query. */
  readonly roots = new Map<string, { readonly of: string; readonly most: bigint }>();
  /** Bounds of integer constants. */
  readonly bounds = new Map<string, Bounds>();
}
