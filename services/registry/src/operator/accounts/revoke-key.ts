import { type Clock, type Database, hashKey, keyHashBytes, parseKey } from '@kirchhoff/platform';
import { KeyRepository } from '../../keys/repository.js';
import { type CommandOutcome, done, failed } from '../outcome.js';
import type { Telling } from '../telling.js';

/**
 * Revokes one key. Resolves when no process accepts it any more.
 *
 * @param text its id, or the leaked key itself
 */
export async function revokeKey({ database, outbox, revocations }: Telling, clock: Clock, text: string): Promise<CommandOutcome> {
  const found = await findKey(database, text);
  if (found === null)
    return failed('There is no such key; nothing was changed.', 'Its id stands in the log as key_id, and in the audit trail as subject.');
  const { id, accountId, revokedAt } = found;
  const revoked = await new KeyRepository({ database, outbox }).revoke(id, { actor: 'operator', accountId });
  if (revoked === undefined) throw new Error('a key has disappeared during the transaction');
  await Promise.all([revocations.announce(revoked.hash, clock.monotonic()), outbox.dispatch(revoked.deliveries)]);
  const line = revokedAt === null ? `${id} of ${accountId} is revoked.` : `${id} of ${accountId} was revoked already; nothing was changed.`;
  return done([line], { key_id: id, account_id: accountId, changed: revokedAt === null });
}

async function findKey(database: Database, text: string) {
  const key = parseKey(text);
  const where = key === undefined ? { id: text } : { hash: keyHashBytes(hashKey(key)) };
  return database.apiKey.findUnique({ where, select: { id: true, accountId: true, revokedAt: true } });
}
