import type { Assurance } from '@kirchhoff/coherence';
import type { AsOf } from './as-of.js';
import type { Search } from './search-words.js';

/** The wanted state of the current version: certified by any evidence or by evidence of this grade, or not certified. */
export type StateFilter = 'certified' | 'uncertified' | Assurance;

/** The circuits that a list shows. */
export interface CircuitFilter {
  /** The account whose private circuits are visible. */
  readonly accountId: string | undefined;
  readonly ownOnly: boolean;
  readonly state: StateFilter | undefined;
  /** The snapshot of the first page; `undefined` on a first page. */
  readonly asOf: AsOf | undefined;
}

/** A filter with search words. */
export interface SearchFilter extends CircuitFilter {
  readonly search: Search;
}
