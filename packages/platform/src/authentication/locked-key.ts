import type { Origin } from '../audit/change.js';
import type { DatabaseSession } from '../database/database.js';
import { Prisma } from '../generated/prisma/client.js';
import { type Problem, problem } from '../problems/problem.js';
import { REFUSED_KEY } from './authenticator.js';

/** The detail for a key of an account that an operator has suspended. */
export const SUSPENDED_ACCOUNT = 'An operator has suspended the account of this key.';

/**
 * Returns the problem of a change whose key has ended since the request was accepted; `undefined` if it may go on. Call it in the
 * transaction that makes the change: the key is locked against revocation until the transaction ends. The scopes of a key never change.
 */
export async function lockedKeyRefusal(session: DatabaseSession, origin: Origin): Promise<Problem | undefined> {
  if (origin.actor !== 'key') return undefined;
  const [key] = await session.$queryRaw<{ readonly suspended: boolean }[]>(Prisma.sql`
    SELECT a.suspended_at IS NOT NULL AS suspended FROM api_keys k JOIN accounts a ON a.id = k.account_id
    WHERE k.id = ${origin.keyId} AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp())
    FOR SHARE OF k`);
  if (key === undefined) return problem('unauthenticated', REFUSED_KEY);
  return key.suspended ? problem('account-suspended', SUSPENDED_ACCOUNT) : undefined;
}
