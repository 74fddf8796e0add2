import { Prisma } from '@kirchhoff/platform';
import type { Ask } from './ask.js';
import type { CircuitFilter } from './filter.js';
import type { CircuitPage, Slice } from './page.js';
import { CircuitListRepository } from './repository.js';
import { CircuitSearchRepository } from './search-repository.js';
import type { Search } from './search-words.js';
import type { Order, Sort } from './sort.js';

/** A request for the list of circuits. */
export type ListQuery =
  | { readonly filter: CircuitFilter; readonly slice: Slice; readonly search: undefined; readonly sort: Order }
  | { readonly filter: CircuitFilter; readonly slice: Slice; readonly search: Search; readonly sort: Sort };

/** Lists the circuits, with or without a search. */
export class CircuitLists {
  readonly #ask: Ask;
  readonly #lists: CircuitListRepository;
  readonly #searches: CircuitSearchRepository;

  constructor(ask: Ask) {
    this.#ask = ask;
    this.#lists = new CircuitListRepository(ask);
    this.#searches = new CircuitSearchRepository(ask, this.#lists);
  }

  async page({ filter, slice, search, sort }: ListQuery): Promise<CircuitPage> {
    return search === undefined ? this.#lists.page(filter, sort, slice) : this.#searches.page({ ...filter, search }, sort, slice);
  }

  /** Returns the current snapshot of Postgres. */
  async snapshotNow(): Promise<string> {
    const [row] = await this.#ask<{ snapshot: string }>(Prisma.sql`SELECT pg_current_snapshot()::text AS snapshot`);
    if (row === undefined) throw new Error('a snapshot without a row');
    return row.snapshot;
  }
}
