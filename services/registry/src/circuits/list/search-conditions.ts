import { Prisma } from '@kirchhoff/platform';
import type { Search } from './search-words.js';

/** True of a circuit `c` whose name or description has all search words. */
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

/** True of a circuit `c` whose name is the search text, in any case. */
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
