import { MAX_COUNTED, Prisma } from '@kirchhoff/platform';
import type { SearchFilter } from './filter.js';
import type { Slice } from './page.js';
import { pageStatement, SEEN } from './page-statement.js';
import { conditionOf, merged, rangesOf } from './ranges.js';
import { isNamed, matches, tierOf } from './search-conditions.js';
import { ORDER_TEXTS, type Order, type Sort } from './sort.js';

/** Circuits in the sample that estimates the share of matches. */
const SAMPLE = 2_000;
/** Count of the newest matches that are ranked if there are more matches than are counted. */
export const RANKED = 300;
/** Count of the newest circuits that are searched for them. */
const MAX_WALK_LENGTH = 40_000;
/** If more circuits have the searched name, the name does not influence the rank. */
const MAX_NAMESAKES = 1_000;
/** The tier of circuits without a rank: behind all others. */
const UNRANKED = 4;

export interface Sample {
  readonly seen_at: Date;
  readonly snapshot: string;
  readonly walked: number;
  readonly matched: number;
  /** Count of matches of the whole words, without the last word's beginning. */
  readonly matched_words: number;
  /** True if the sample covers the whole table. */
  readonly is_whole: boolean;
}

/** Counts the matches among the first circuits of a list. */
export function sampled(filter: SearchFilter, order: Order): Prisma.Sql {
  const first = merged(Prisma.sql`c.id, ${ORDER_TEXTS[order].column}, c.search`, rangesOf(filter), order, SAMPLE);
  return Prisma.sql`SELECT ${SEEN}, count(*)::integer AS walked, count(*) = ${SAMPLE} AS is_whole,
    count(*) FILTER (WHERE ${matches(filter.search)})::integer AS matched,
    count(*) FILTER (WHERE ${matches({ ...filter.search, beginning: undefined })})::integer AS matched_words FROM ${first} c`;
}

/**
 * Returns a page of all matches, found by the word index and sorted.
 *
 * @param found the condition that finds them
 */
export function allSorted(filter: SearchFilter, sort: Sort, slice: Slice, found: Prisma.Sql): Prisma.Sql {
  const ranking = sort === 'relevance';
  const tier = ranking ? tierOf(filter.search) : Prisma.sql`${UNRANKED}::integer`;
  const tables = Prisma.sql`found AS MATERIALIZED (
      SELECT c.id, c.created_at, c.updated_at, c.name_key, ${tier} AS tier FROM circuits c
      WHERE ${found} AND ${conditionOf(filter)}
    ), counted AS MATERIALIZED (
      SELECT count(*)::integer AS total, count(*) FILTER (WHERE tier = 0) < ${MAX_NAMESAKES} AS named_count FROM found
    )`;
  const orderBy = ranking ? Prisma.sql`${rank()}, ${ORDER_TEXTS.newest.orderBy}` : ORDER_TEXTS[sort].orderBy;
  const placed = Prisma.sql`SELECT c.id, row_number() OVER (ORDER BY ${orderBy}) AS place FROM found c
    ORDER BY place OFFSET ${slice.offset} LIMIT ${slice.limit}`;
  return pageStatement({ tables, facts: Prisma.sql`(SELECT total FROM counted) AS total`, placed });
}

/** Ranks all matches if all could be counted; otherwise the newest ones, and those whose name equals the text. */
function rank(): Prisma.Sql {
  return Prisma.sql`CASE WHEN (SELECT total FROM counted) <= ${MAX_COUNTED}
    OR (c.tier = 0 AND (SELECT named_count FROM counted))
    OR (c.created_at, c.id) >= (SELECT f.created_at, f.id FROM found f ORDER BY f.created_at DESC, f.id DESC OFFSET ${RANKED - 1} LIMIT 1)
    THEN c.tier ELSE ${UNRANKED} END`;
}

/** The figures about the front of a search with more results than are counted. */
export interface FrontFacts {
  /** Count of the newest matches found; less than `RANKED` if older circuits have to be searched. */
  readonly recent: number;
  /** Count of all ranked circuits. */
  readonly ranked: number;
  /** Count of circuits ranked for their name, whatever their age. */
  readonly named: number;
}

/** Returns the lengths of the walks to try, shortest first, for the share of matches in the sample. */
export function walksFor(share: number): readonly number[] {
  const likely = Math.max(SAMPLE, Math.ceil((2 * RANKED) / share));
  return likely < MAX_WALK_LENGTH ? [likely, MAX_WALK_LENGTH] : [MAX_WALK_LENGTH];
}

/**
 * Returns a page of the ranked circuits, found by a walk from the newest circuit.
 *
 * @param walk count of circuits to visit
 */
export function frontSorted(filter: SearchFilter, { offset, limit }: Slice, walk: number): Prisma.Sql {
  const { search } = filter;
  const columns = Prisma.sql`c.id, c.created_at`;
  const namesakes = merged(columns, rangesOf(filter, isNamed(search)), 'newest', MAX_NAMESAKES);
  const walked = merged(Prisma.sql`${columns}, c.name_key, c.search`, rangesOf(filter), 'newest', walk);
  const tables = Prisma.sql`namesakes AS MATERIALIZED (SELECT * FROM ${namesakes} c
    ), named AS MATERIALIZED (SELECT * FROM namesakes WHERE (SELECT count(*) FROM namesakes) < ${MAX_NAMESAKES}
    ), recent AS MATERIALIZED (
      SELECT ${columns}, ${tierOf(search)} AS tier FROM ${walked} c WHERE ${matches(search)} LIMIT ${RANKED}
    ), ranked AS MATERIALIZED (SELECT id, created_at, tier FROM recent UNION SELECT id, created_at, 0 FROM named)`;
  const facts = Prisma.sql`(SELECT count(*)::integer FROM recent) AS recent, (SELECT count(*)::integer FROM ranked) AS ranked,
    (SELECT count(*)::integer FROM named) AS named`;
  const orderBy = Prisma.sql`c.tier, ${ORDER_TEXTS.newest.orderBy}`;
  const placed = Prisma.sql`SELECT c.id, row_number() OVER (ORDER BY ${orderBy}) AS place FROM ranked c
    ORDER BY place OFFSET ${offset} LIMIT ${limit}`;
  return pageStatement({ tables, facts, placed });
}
