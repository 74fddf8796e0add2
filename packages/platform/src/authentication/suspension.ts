import { Prisma } from '../generated/prisma/client.js';

/**
 * Makes the condition that an account is not suspended, for statements by which the work of accounts is found.
 * @param accountId an expression of the statement
 */
export function notSuspended(accountId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`NOT EXISTS (SELECT 1 FROM accounts suspended WHERE suspended.id = ${accountId} AND suspended.suspended_at IS NOT NULL)`;
}
