import type { Assurance } from '@kirchhoff/coherence';
import type { AsOf } from './as-of.js';
import type { Search } from './search-words.js';

/** What is asked of the current version: that it is certified, by whatever or by evidence of this grade, or that it is not. */
export type StateFilter = 'certified' | 'uncertified' | Assurance;

/** Which circuits a list is of. */
export interface CircuitFilter {
  /** Whose circuits can be seen besides the public ones. */
  readonly accountId: string | undefined;
  readonly ownOnly: boolean;
  readonly state: StateFilter | undefined;
  /** What the first page saw; undefined on a first page. */
  readonly asOf: AsOf | undefined;
}

/** A filter with what is searched for in it. */
export interface SearchFilter extends CircuitFilter {
  readonly search: Search;
}
