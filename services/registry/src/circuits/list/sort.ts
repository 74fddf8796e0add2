import { Prisma } from '@kirchhoff/platform';

/** The orders of the list that an index supports. */
export const ORDERS = ['newest', 'oldest', 'updated', 'name'] as const;
export type Order = (typeof ORDERS)[number];

/** The orders that a caller may request; `relevance` requires a search, and is its default. */
export const SORTS = [...ORDERS, 'relevance'] as const;
export type Sort = (typeof SORTS)[number];

interface OrderText {
  /** The column that ranks a circuit `c`, before its id. */
  readonly column: Prisma.Sql;
  /** ORDER BY of circuits `c`. The identifier breaks ties, so that no circuit is on two pages. */
  readonly orderBy: Prisma.Sql;
}

export const ORDER_TEXTS: Readonly<Record<Order, OrderText>> = {
  newest: { column: Prisma.sql`c.created_at`, orderBy: Prisma.sql`c.created_at DESC, c.id DESC` },
  oldest: { column: Prisma.sql`c.created_at`, orderBy: Prisma.sql`c.created_at, c.id` },
  updated: { column: Prisma.sql`c.updated_at`, orderBy: Prisma.sql`c.updated_at DESC, c.id DESC` },
  name: { column: Prisma.sql`c.name_key`, orderBy: Prisma.sql`c.name_key, c.id` },
};
