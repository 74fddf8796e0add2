import type { Database, Prisma } from '@kirchhoff/platform';

/** Runs a statement and gives its rows: all that the list asks of a database. */
export type Ask = <Row>(statement: Prisma.Sql) => Promise<readonly Row[]>;

/** Asks this database. */
export function asking(database: Database): Ask {
  return async (statement) => database.$queryRaw(statement);
}
