import type { Database, Prisma } from '@kirchhoff/platform';

/** Runs a statement and returns its rows. */
export type Ask = <Row>(statement: Prisma.Sql) => Promise<readonly Row[]>;

/** Returns the query runner of a database. */
export function asking(database: Database): Ask {
  return async (statement) => database.$queryRaw(statement);
}
