import { type Database, MAX_COUNTED, Prisma } from '@kirchhoff/platform';
import type { Circuit } from '../circuit.js';
import type { AsOf } from './as-of.js';
import { type CircuitFilter, countOf, type ListOrder, merged, ORDER_TEXTS, rangesOf } from './filter.js';
import { type CircuitPage, type PageSlice, pageStatement, readPage, totalOf } from './pages.js';
import {
  allSorted,
  counted,
  type FrontFacts,
  frontSorted,
  isNamed,
  matches,
  matchesByWords,
  RANKED,
  type Search,
  type SearchFilter,
  type Sort,
  sampled,
  type WalkSample,
  walksFor,
} from './search.js';

/** Runs a statement and returns its rows. */
export type QueryRunner = <Row>(statement: Prisma.Sql) => Promise<readonly Row[]>;

/** Returns the query runner of a database. */
export function queryRunner(database: Database): QueryRunner {
  return async (statement) => database.$queryRaw(statement);
}

/** Lists circuits in an order that an index has. */
export class CircuitListRepository {
  readonly #ask: QueryRunner;

  constructor(ask: QueryRunner) {
    this.#ask = ask;
  }

  /** @param more a further condition on circuits `c`, outside the index ranges */
  async page(filter: CircuitFilter, order: ListOrder, slice: PageSlice, more?: Prisma.Sql): Promise<CircuitPage> {
    const { circuits, facts, seen } = readPage<{ total: number }>(await this.#ask(listed(filter, order, slice, more)));
    return { circuits, ...totalOf(facts.total), asOf: filter.asOf ?? seen };
  }
}

/** Returns a page of the list without a search. */
export function listed(filter: CircuitFilter, order: ListOrder, slice: PageSlice, more?: Prisma.Sql): Prisma.Sql {
  const ranges = rangesOf(filter, more);
  return pageStatement({ facts: Prisma.sql`${countOf(ranges, MAX_COUNTED + 1)} AS total`, placed: placedIn(ranges, order, slice) });
}

/** Selects the circuits of a page from all ranges, in an order. */
export function placedIn(ranges: readonly Prisma.Sql[], order: ListOrder, { offset, limit }: PageSlice): Prisma.Sql {
  const { column, orderBy } = ORDER_TEXTS[order];
  const found = merged(Prisma.sql`c.id, ${column}`, ranges, order, offset + limit);
  return Prisma.sql`SELECT c.id, row_number() OVER (ORDER BY ${orderBy}) AS place FROM (
    SELECT c.* FROM ${found} c ORDER BY ${orderBy} OFFSET ${offset}) c`;
}

/** Share of sampled circuits; below it the word index answers the search. */
const RARE = 0.02;

/** At a deeper offset all matches are sorted. */
const MAX_LIST_LENGTH = 100_000;

/** A search after its first statement; later statements use the snapshot of the first. */
interface Settled extends SearchFilter {
  readonly asOf: AsOf;
}

/**
 * Searches the list of circuits. If few circuits match, the word index returns all of them, and they are sorted. If many match,
 * that gets slow; but then a walk through the list meets enough of them soon.
 */
export class CircuitSearchRepository {
  readonly #ask: QueryRunner;
  readonly #lists: CircuitListRepository;

  constructor(ask: QueryRunner, lists: CircuitListRepository) {
    this.#ask = ask;
    this.#lists = lists;
  }

  async page(filter: SearchFilter, sort: Sort, slice: PageSlice): Promise<CircuitPage> {
    const { search } = filter;
    const order = sort === 'relevance' ? 'newest' : sort;
    // A text without words, such as `%%%`, matches only a name that equals it.
    if (search.words.length === 0 && search.beginning === undefined) return this.#lists.page(filter, order, slice, isNamed(search));
    const [sample] = await this.#ask<WalkSample>(sampled(filter, order));
    if (sample === undefined) throw new Error('a sample without a row');
    const settled = { ...filter, asOf: filter.asOf ?? { time: sample.seen_at, snapshot: sample.snapshot } };
    const share = sample.matched / sample.walked;
    const isFarDown = (slice.offset + slice.limit) / share > MAX_LIST_LENGTH;
    const wordsAreRare = search.words.length > 0 && sample.matched_words / sample.walked < RARE;
    if (!sample.is_whole || share < RARE || isFarDown)
      return this.#all(settled, sort, slice, wordsAreRare ? matchesByWords(search) : undefined);
    const total = await this.#count(settled);
    if (total <= MAX_COUNTED) return this.#all(settled, sort, slice);
    if (sort === 'relevance') return this.#front(settled, slice, walksFor(share));
    const circuits = await this.#read(
      pageStatement({ facts: NOTHING, placed: placedIn(rangesOf(settled, matches(search)), order, slice) }),
    );
    return { circuits, ...totalOf(total), asOf: settled.asOf };
  }

  async #all(filter: Settled, sort: Sort, slice: PageSlice, found = matches(filter.search)): Promise<CircuitPage> {
    const { circuits, facts } = readPage<{ total: number }>(await this.#ask(allSorted(filter, sort, slice, found)));
    return { circuits, ...totalOf(facts.total), asOf: filter.asOf };
  }

  /** Returns a page of a search with more results than are counted: the best are ranked, and the rest follows newest first. */
  async #front(filter: Settled, slice: PageSlice, [walk, ...longer]: readonly number[]): Promise<CircuitPage> {
    // The matches are older than the longest walk reaches.
    if (walk === undefined) return this.#all(filter, 'relevance', slice);
    const { circuits, facts } = readPage<FrontFacts>(await this.#ask(frontSorted(filter, slice, walk)));
    if (facts.recent < RANKED) return this.#front(filter, slice, longer);
    const missing = slice.limit - circuits.length;
    const rest = missing === 0 ? [] : await this.#behind(filter, facts, { offset: slice.offset + circuits.length, limit: missing });
    return { circuits: [...circuits, ...rest], ...totalOf(MAX_COUNTED + 1), asOf: filter.asOf };
  }

  /**
   * After the namesakes the full list begins with the same circuits as the front, so that only the namesakes are subtracted from
   * the offset.
   */
  async #behind({ search, ...filter }: Settled, { named }: FrontFacts, { offset, limit }: PageSlice): Promise<readonly Circuit[]> {
    const others = named === 0 ? matches(search) : Prisma.sql`${matches(search)} AND NOT ${isNamed(search)}`;
    const slice = { offset: offset - named, limit };
    return this.#read(pageStatement({ facts: NOTHING, placed: placedIn(rangesOf(filter, others), 'newest', slice) }));
  }

  async #read(statement: Prisma.Sql): Promise<readonly Circuit[]> {
    return readPage<object>(await this.#ask(statement)).circuits;
  }

  async #count(filter: Settled): Promise<number> {
    const [row] = await this.#ask<{ counted: number }>(counted(filter));
    if (row === undefined) throw new Error('a count without a row');
    return row.counted;
  }
}

const NOTHING = Prisma.sql`NULL AS nothing`;

/** A request for the list of circuits. */
export type ListQuery =
  | { readonly filter: CircuitFilter; readonly slice: PageSlice; readonly search: undefined; readonly sort: ListOrder }
  | { readonly filter: CircuitFilter; readonly slice: PageSlice; readonly search: Search; readonly sort: Sort };

export interface ListReader {
  page(query: ListQuery): Promise<CircuitPage>;
  /** Returns the current snapshot, as `pg_snapshot` writes it. */
  snapshotNow(): Promise<string>;
}

/** Lists the circuits, with or without a search. */
export class CircuitLists implements ListReader {
  readonly #ask: QueryRunner;
  readonly #lists: CircuitListRepository;
  readonly #searches: CircuitSearchRepository;

  constructor(ask: QueryRunner) {
    this.#ask = ask;
    this.#lists = new CircuitListRepository(ask);
    this.#searches = new CircuitSearchRepository(ask, this.#lists);
  }

  async page({ filter, slice, search, sort }: ListQuery): Promise<CircuitPage> {
    return search === undefined ? this.#lists.page(filter, sort, slice) : this.#searches.page({ ...filter, search }, sort, slice);
  }

  async snapshotNow(): Promise<string> {
    const [row] = await this.#ask<{ snapshot: string }>(Prisma.sql`SELECT pg_current_snapshot()::text AS snapshot`);
    if (row === undefined) throw new Error('a snapshot without a row');
    return row.snapshot;
  }
}
