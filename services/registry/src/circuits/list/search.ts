import { MAX_COUNTED, Prisma } from '@kirchhoff/platform';
import { type CircuitFilter, conditionOf, countOf, type ListOrder, merged, ORDER_TEXTS, ORDERS, rangesOf } from './filter.js';
import { type PageSlice, pageStatement, SEEN } from './pages.js';

/** The orders that a caller may request; `relevance` requires a search, and is its default. */
export const SORTS = [...ORDERS, 'relevance'] as const;
export type Sort = (typeof SORTS)[number];

/** A filter with search words. */
export interface SearchFilter extends CircuitFilter {
  readonly search: Search;
}

/** A search text as words, so that no part of it acts as an operator. */
export interface Search {
  /** The normalized text: searching for it returns the same result. */
  readonly text: string;
  /** The text that is compared with whole names. */
  readonly name: string;
  /** Words that must match exactly; Postgres folds case. */
  readonly words: readonly string[];
  /** The unfinished last word, matched as a prefix; `undefined` if a space or a sign ends it. */
  readonly beginning: string | undefined;
}

/** Code points, more than a name may have; words beyond are ignored. */
const MAX_TEXT_LENGTH = 200;
const MAX_WORDS = 16;

/** Separators as in the column `circuits.search`: an ASCII sign ends a word, so that `card_fee` is two words. */
const BETWEEN_WORDS = /[\s!-/:-@[-`{-~]+/u;
const ENDED = new RegExp(`${BETWEEN_WORDS.source}$`, 'u');

/** @param text the text as typed, without NUL; `undefined` is returned if it is blank */
export function readSearch(text: string): Search | undefined {
  const name = text.normalize('NFKC').trim();
  if (name === '') return undefined;
  const start = countedPart(name);
  const isEnded = start !== name || /\s$/u.test(text);
  const normalized = isEnded ? `${start} ` : start;
  const words = normalized.split(BETWEEN_WORDS).filter((word) => word !== '');
  const mayGoOn = words.length <= MAX_WORDS && !ENDED.test(normalized);
  const whole = mayGoOn ? words.slice(0, -1) : words.slice(0, MAX_WORDS);
  return { text: normalized, name: start, words: [...new Set(whole)], beginning: mayGoOn ? words.at(-1) : undefined };
}

/** Cuts between words, so that half a word is never searched for; a single word that is too long is cut. */
function countedPart(text: string): string {
  const start = Array.from(text.slice(0, 2 * MAX_TEXT_LENGTH + 2)).slice(0, MAX_TEXT_LENGTH + 1);
  if (start.length <= MAX_TEXT_LENGTH) return text;
  const border = start.findLastIndex((character) => BETWEEN_WORDS.test(character));
  return start
    .slice(0, border > 0 ? border : MAX_TEXT_LENGTH)
    .join('')
    .trim();
}

/** True for a circuit `c` whose name or description has all search words. */
export function matches(search: Search): Prisma.Sql {
  return Prisma.sql`c.search @@ ${queryOf(search, '')}`;
}

/**
 * The same condition for a search whose whole words match few circuits. Postgres looks the whole words up in the index and tests
 * the last word's beginning on the rows found: a short beginning expands to many words. The function call keeps that condition
 * out of the index.
 */
export function matchesByWords(search: Search): Prisma.Sql {
  return Prisma.sql`c.search @@ ${queryOf({ ...search, beginning: undefined }, '')} AND ts_match_vq(c.search, ${queryOf(search, '')})`;
}

/** True for a circuit `c` whose name is the search text, in any case. */
export function isNamed({ name }: Search): Prisma.Sql {
  return Prisma.sql`c.name_key = left(lower(normalize(${name}::text, NFKC)), 200)`;
}

/** The tier of a matching circuit `c`: 0 the name is the text, 1 the name has all words, 2 it has their beginnings, 3 other. */
export function tierOf(search: Search): Prisma.Sql {
  return Prisma.sql`CASE WHEN ${isNamed(search)} THEN 0 WHEN c.search @@ ${queryOf(wholeWords(search), 'A')} THEN 1
    WHEN c.search @@ ${queryOf(search, 'A')} THEN 2 ELSE 3 END`;
}

function wholeWords({ words, beginning, ...rest }: Search): Search {
  return { ...rest, words: beginning === undefined ? words : [...words, beginning], beginning: undefined };
}

/**
 * The words as a tsquery. They hold no ASCII sign, so that quotes around them suffice. Postgres makes a phrase of a word that its
 * parser splits, and leaves a word without lexemes out.
 */
function queryOf({ words, beginning }: Search, weight: '' | 'A'): Prisma.Sql {
  const whole = words.map((word) => `'${word}':${weight}`.replace(/:$/, ''));
  const text = [...whole, ...(beginning === undefined ? [] : [`'${beginning}':*${weight}`])].join(' & ');
  return Prisma.sql`to_tsquery('simple', ${text})`;
}

export interface CountLimits {
  /** The count stops at one more than this. */
  readonly most: number;
  /** Average count of table pages in the sample. */
  readonly sampledPages: number;
}

const LIMITS: CountLimits = { most: MAX_COUNTED, sampledPages: 1_000 };

/**
 * Standard deviations, and pages, by which the sample must exceed the expectation for `most` circuits. Each page is drawn
 * independently, and the circuits lie on at most as many pages. By Chernoff's bound the sample wrongly says "more" less often
 * than once in 10^9 times.
 */
const DEVIATIONS = 6;
const SPARE_PAGES = 16;

/**
 * Counts the circuits that match, as `counted`. If a sample of the table shows beyond doubt that there are more than `most`, the
 * count is skipped: counting is the slowest part of a search.
 */
export function counted(filter: SearchFilter, { most, sampledPages }: CountLimits = LIMITS): Prisma.Sql {
  const condition = Prisma.sql`${conditionOf(filter)} AND ${matches(filter.search)}`;
  const drawn = Prisma.sql`least(1, ${sampledPages}::integer * current_setting('block_size')::float8 / greatest(pg_relation_size('circuits'), 1))`;
  const expected = Prisma.sql`${most}::integer * ${drawn}`;
  const pages = Prisma.sql`(SELECT count(DISTINCT (c.ctid::text::point)[0]) FROM circuits c
    TABLESAMPLE SYSTEM (100 * ${drawn}) WHERE ${condition})`;
  return Prisma.sql`SELECT CASE WHEN ${pages} > ${expected} + ${DEVIATIONS}::integer * sqrt(${expected}) + ${SPARE_PAGES}::integer
    THEN ${most + 1}::integer ELSE ${countOf([condition], most + 1)} END AS counted`;
}

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

export interface WalkSample {
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
export function sampled(filter: SearchFilter, order: ListOrder): Prisma.Sql {
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
export function allSorted(filter: SearchFilter, sort: Sort, slice: PageSlice, found: Prisma.Sql): Prisma.Sql {
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
  /** Count of circuits ranked for their name, of any age. */
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
export function frontSorted(filter: SearchFilter, { offset, limit }: PageSlice, walk: number): Prisma.Sql {
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
