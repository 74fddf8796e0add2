import type { Assurance } from '@kirchhoff/coherence';
import { Prisma } from '@kirchhoff/platform';
import type { AsOf } from './as-of.js';

/** The wanted state of the current version: certified by any evidence or by evidence of this grade, or not certified. */
export type StateFilter = 'certified' | 'uncertified' | Assurance;

/** The circuits that a list shows. */
export interface CircuitFilter {
  /** The account whose private circuits are visible. */
  readonly accountId: string | undefined;
  /** The only account whose circuits are listed; `undefined` for all accounts. */
  readonly owner: string | undefined;
  readonly state: StateFilter | undefined;
  /** The snapshot of the first page; `undefined` on a first page. */
  readonly asOf: AsOf | undefined;
}

/** The orders of the list that an index supports. */
export const ORDERS = ['newest', 'oldest', 'updated', 'name'] as const;
export type ListOrder = (typeof ORDERS)[number];

interface OrderText {
  /** The column that ranks a circuit `c`, before its id. */
  readonly column: Prisma.Sql;
  /** ORDER BY of circuits `c`. The identifier breaks ties, so that no circuit is on two pages. */
  readonly orderBy: Prisma.Sql;
}

export const ORDER_TEXTS: Readonly<Record<ListOrder, OrderText>> = {
  newest: { column: Prisma.sql`c.created_at`, orderBy: Prisma.sql`c.created_at DESC, c.id DESC` },
  oldest: { column: Prisma.sql`c.created_at`, orderBy: Prisma.sql`c.created_at, c.id` },
  updated: { column: Prisma.sql`c.updated_at`, orderBy: Prisma.sql`c.updated_at DESC, c.id DESC` },
  name: { column: Prisma.sql`c.name_key`, orderBy: Prisma.sql`c.name_key, c.id` },
};

/**
 * Divides a filter into disjoint sets of circuits `c`, each one range of an index. Merging them in order needs no sort and reads
 * each only as far as needed. The single condition "public or one's own" would make Postgres read the whole list.
 */
export function rangesOf(filter: CircuitFilter, more: Prisma.Sql = Prisma.sql`true`): readonly Prisma.Sql[] {
  const { accountId, owner, state, asOf } = filter;
  const common = Prisma.sql`c.withdrawn_at IS NULL AND ${asOfCondition(asOf)} AND ${more}`;
  const ofState = state === undefined ? Prisma.sql`true` : stateCondition(state);
  const of = (account: string, visibility: Prisma.Sql) =>
    Prisma.sql`c.account_id = ${account} AND c.visibility = ${visibility} AND ${ofState} AND ${common}`;
  const ownPrivate = accountId === undefined ? [] : [of(accountId, Prisma.sql`'private'`)];
  if (owner !== undefined) return [of(owner, Prisma.sql`'public'`), ...(owner === accountId ? ownPrivate : [])];
  const states: readonly StateFilter[] = state === undefined ? ['certified', 'uncertified'] : [state];
  return [...states.map((each) => Prisma.sql`c.visibility = 'public' AND ${stateCondition(each)} AND ${common}`), ...ownPrivate];
}

/** Returns the same filter as one condition, for statements that use another index. */
export function conditionOf({ accountId, owner, state, asOf }: CircuitFilter): Prisma.Sql {
  const isPublic = Prisma.sql`c.visibility = 'public'`;
  const seen = accountId === undefined ? isPublic : Prisma.sql`(${isPublic} OR c.account_id = ${accountId})`;
  const ofOwner = owner === undefined ? Prisma.sql`true` : Prisma.sql`c.account_id = ${owner}`;
  const ofState = state === undefined ? Prisma.sql`true` : stateCondition(state);
  return Prisma.sql`c.withdrawn_at IS NULL AND ${seen} AND ${ofOwner} AND ${ofState} AND ${asOfCondition(asOf)}`;
}

/** Selects the first circuits of all ranges in an order, as a table of `columns`; these must include the column of the order. */
export function merged(columns: Prisma.Sql, ranges: readonly Prisma.Sql[], order: ListOrder, most: number): Prisma.Sql {
  const { orderBy } = ORDER_TEXTS[order];
  const parts = ranges.map((range) => Prisma.sql`(SELECT ${columns} FROM circuits c WHERE ${range} ORDER BY ${orderBy} LIMIT ${most})`);
  return Prisma.sql`(SELECT * FROM (${Prisma.join(parts, ' UNION ALL ')}) c ORDER BY ${orderBy} LIMIT ${most})`;
}

/** Counts the circuits of all ranges, up to `most`. */
export function countOf(ranges: readonly Prisma.Sql[], most: number): Prisma.Sql {
  const parts = ranges.map((range) => Prisma.sql`(SELECT 1 FROM circuits c WHERE ${range} LIMIT ${most})`);
  return Prisma.sql`(SELECT count(*)::integer FROM (SELECT 1 FROM (${Prisma.join(parts, ' UNION ALL ')}) u LIMIT ${most}) n)`;
}

/** The state is a literal, not a parameter, so that Postgres uses an index on the state. */
function stateCondition(state: StateFilter): Prisma.Sql {
  switch (state) {
    case 'certified':
      return Prisma.sql`c.certified`;
    case 'uncertified':
      return Prisma.sql`NOT c.certified`;
    case 'kernel':
      return Prisma.sql`c.certified AND c.assurance = 'kernel'`;
    case 'exhaustive':
      return Prisma.sql`c.certified AND c.assurance = 'exhaustive'`;
    case 'solver':
      return Prisma.sql`c.certified AND c.assurance = 'solver'`;
  }
}

/**
 * Selects the circuits of the first page's snapshot. Only circuits within an hour of its time are compared with the snapshot:
 * transactions end in seconds, and clocks differ by less. Older ones count as seen, with any transaction number: a restored
 * database runs in a server with other numbers.
 */
function asOfCondition(asOf: AsOf | undefined): Prisma.Sql {
  if (asOf === undefined) return Prisma.sql`true`;
  const { time, snapshot } = asOf;
  if (snapshot === undefined) return Prisma.sql`c.created_at <= ${time}`;
  return Prisma.sql`c.created_at <= ${hoursFrom(time, 1)}
    AND (c.created_at < ${hoursFrom(time, -1)} OR pg_visible_in_snapshot(c.published_xid, ${snapshot}::pg_snapshot))`;
}

const HOUR = 3_600_000;

function hoursFrom(time: Date, hours: number): Date {
  return new Date(time.getTime() + hours * HOUR);
}
