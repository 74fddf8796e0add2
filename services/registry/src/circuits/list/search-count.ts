import { MAX_COUNTED, Prisma } from '@kirchhoff/platform';
import type { SearchFilter } from './filter.js';

import { conditionOf, countOf } from './ranges.js';
import { matches } from './search-conditions.js';

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
