import {
  type Database,
  hashKey,
  type KeyScope,
  keyHashBytes,
  makeIdentifier,
  makeKey,
  type Randomness,
  recordChange,
  shownPrefix,
} from '@kirchhoff/platform';
import { type CommandOutcome, done } from '../outcome.js';
import { whichAccount } from './which-account.js';

export interface KeyRequest {
  /** The account's id or e-mail. */
  readonly account: string;
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  /** Null if the key never expires. */
  readonly expiresAt: Date | null;
}

/** Creates a key for an account that lost its last one. Only the outcome has the key. */
export async function issueKey(database: Database, randomness: Randomness, request: KeyRequest): Promise<CommandOutcome> {
  const { account, name, expiresAt } = request;
  const which = await whichAccount(database, account);
  if (which.kind !== 'account') return which;
  const accountId = which.id;
  const scopes = [...request.scopes];
  const id = makeIdentifier('key', randomness);
  const key = makeKey(randomness);
  await database.$transaction(async (session) => {
    const data = { id, accountId, hash: keyHashBytes(hashKey(key)), prefix: shownPrefix(key), name, scopes, expiresAt };
    await session.apiKey.create({ data, select: { id: true } });
    const detail = { name, scopes, expires_at: expiresAt?.toISOString() ?? null };
    await recordChange(session, { origin: { actor: 'operator', accountId }, action: 'key.created', subject: id, detail });
  });
  return done([key], { api_key: key, key_id: id, account_id: accountId, name, scopes, expires_at: expiresAt });
}
