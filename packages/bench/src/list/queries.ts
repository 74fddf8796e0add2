import { type Database, Prisma } from '@kirchhoff/platform';
import type { CircuitFilter, ListOrder } from '@kirchhoff/registry/dist/circuits/list/filter.js';
import type { ListQuery } from '@kirchhoff/registry/dist/circuits/list/repository.js';
import { readSearch, type Sort } from '@kirchhoff/registry/dist/circuits/list/search.js';

/** A query of the list of circuits that is worth measuring. */
export interface MeasuredQuery {
  readonly name: string;
  readonly query: ListQuery;
}

/** The accounts and words of a seeded database. */
interface Subjects {
  /** The account with the most circuits, and one with about ten. */
  readonly largest: string;
  readonly small: string;
  /** Words by the approximate share of circuits that contain them. */
  readonly word: (share: number) => string;
  readonly name: string;
}

/** The queries for this database. */
export async function measuredQueries(database: Database): Promise<readonly MeasuredQuery[]> {
  const { largest, small, word, name } = await subjectsOf(database);
  const asLargest = { accountId: largest };
  const [common, middling] = [word(0.3), word(0.02)];
  return [
    list('newest first', {}, 'newest'),
    list('newest first, page 2', {}, 'newest', 20),
    list('newest first, the deepest page', {}, 'newest', 99_980),
    list('oldest first', {}, 'oldest'),
    list('by update', {}, 'updated'),
    list('by update, the deepest page', {}, 'updated', 99_980),
    list('by name', {}, 'name'),
    list('certified', { state: 'certified' }, 'newest'),
    list('not certified', { state: 'uncertified' }, 'newest'),
    list('by a solver', { state: 'solver' }, 'newest'),
    list('by a solver, by update', { state: 'solver' }, 'updated'),
    list('by a solver, by name', { state: 'solver' }, 'name'),
    list('owner=me, the largest account, by a solver', { ...asLargest, owner: asLargest.accountId, state: 'solver' }, 'newest'),
    list('with a key of the largest account', asLargest, 'newest'),
    list('with a key, the deepest page', asLargest, 'newest', 99_980),
    list('owner=me, about 10 circuits', { accountId: small, owner: small }, 'newest'),
    list('owner=me, the largest account', { ...asLargest, owner: asLargest.accountId }, 'newest'),
    list('owner=me, the largest account, by update', { ...asLargest, owner: asLargest.accountId }, 'updated'),
    list('owner=me, the largest account, by name', { ...asLargest, owner: asLargest.accountId }, 'name'),
    find('a rare word', '4711'),
    find('a word of 2 %', middling),
    find('a word of 5 %', word(0.05)),
    find('a word of 30 %', common),
    find('the commonest word', word(1)),
    find('the name of circuits', name),
    find('two words of 30 %', `${word(0.3)} ${word(0.25)} `),
    find('a common and a rare word', `${common} 4711`),
    find('a rare word and a prefix of one letter', '4711 c'),
    find('a prefix of one letter', 'c'),
    find('a prefix of three letters', 'car'),
    find('no match', 'nothinglikeit'),
    find('a word of 30 %, page 2', common, {}, 'relevance', 20),
    find('a word of 30 %, the last page that is counted', common, {}, 'relevance', 9_980),
    find('a word of 2 %, the last page that is counted', middling, {}, 'relevance', 9_980),
    find('a word of 30 %, newest first', common, {}, 'newest'),
    find('a word of 30 %, by name', common, {}, 'name'),
    find('a word of 30 %, certified', common, { state: 'certified' }),
    find('a word of 30 %, by a solver', common, { state: 'solver' }),
    find('a word of 30 %, with a key of the largest account', common, asLargest),
    find('a word of 30 %, owner=me, the largest account', common, { ...asLargest, owner: asLargest.accountId }),
    find('a rare word, owner=me, the largest account', '4711', { ...asLargest, owner: asLargest.accountId }),
    find('a word of 30 %, owner=me, about 10 circuits', common, { accountId: small, owner: small }),
  ];
}

function list(name: string, filter: Partial<CircuitFilter>, sort: ListOrder, offset = 0): MeasuredQuery {
  return { name, query: { filter: { ...EVERYTHING, ...filter }, slice: { offset, limit: 20 }, search: undefined, sort } };
}

function find(name: string, text: string, filter: Partial<CircuitFilter> = {}, sort: Sort = 'relevance', offset = 0): MeasuredQuery {
  const search = readSearch(text);
  if (search === undefined) throw new Error('nothing is searched for');
  return { name, query: { filter: { ...EVERYTHING, ...filter }, slice: { offset, limit: 20 }, search, sort } };
}

const EVERYTHING: CircuitFilter = { accountId: undefined, owner: undefined, state: undefined, asOf: undefined };

async function subjectsOf(database: Database): Promise<Subjects> {
  const accounts = await database.$queryRaw<{ account_id: string; count: number }[]>(Prisma.sql`
    SELECT account_id, count(*)::integer AS count FROM circuits WHERE withdrawn_at IS NULL GROUP BY account_id ORDER BY count DESC`);
  const words = await database.$queryRaw<{ word: string; share: number }[]>(Prisma.sql`
    SELECT word, share FROM pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) AS elements(word, share)
    WHERE tablename = 'circuits' AND attname = 'search' AND word IS NOT NULL`);
  const [named] = await database.$queryRaw<{ name: string }[]>(Prisma.sql`
    SELECT name FROM circuits WHERE name LIKE '%\\_%' AND name NOT SIMILAR TO '%[0-9]%' ORDER BY created_at, id LIMIT 1`);
  return {
    largest: accounts[0]?.account_id ?? '',
    small: nearest(accounts, ({ count }) => count, 10)?.account_id ?? '',
    word: (share) => nearest(words, (one) => one.share, share)?.word ?? '',
    name: named?.name ?? '',
  };
}

function nearest<Item>(items: readonly Item[], measure: (item: Item) => number, wanted: number): Item | undefined {
  return items.toSorted((a, b) => Math.abs(measure(a) - wanted) - Math.abs(measure(b) - wanted))[0];
}
