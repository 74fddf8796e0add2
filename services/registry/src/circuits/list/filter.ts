import type { AsOf } from './as-of.js';
import type { Search } from './search-words.js';

/** Which circuits a list is of. */
export interface CircuitFilter {
  /** Whose circuits can be seen besides the public ones. */
  readonly accountId: string | undefined;
  readonly ownOnly: boolean;
  readonly certified: boolean | undefined;
  /** What the first page saw; undefined on a first page. */
  readonly asOf: AsOf | undefined;
}

/** A filter with what is searched for in it. */
export interface SearchFilter extends CircuitFilter {
  readonly search: Search;
}
