import {
  type Database,
  hashKey,
  keyHashBytes,
  makeIdentifier,
  makeKey,
  type Randomness,
  recordChange,
  type Scope,
  shownPrefix,
} from '@kirchhoff/platform';
import { done, type Outcome } from '../outcome.js';
import { noSuchAccount } from './no-such-account.js';

export interface KeyRequest {
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null: it never expires. */
  readonly expiresAt: Date | null;
}

/** Makes a key for an account whose last one was lost. The outcome is the only place where it ever stands. */
export async function issueKey(database: Database, randomness: Randomness, request: KeyRequest): Promise<Outcome> {
  const { accountId, name, expiresAt } = request;
  const scopes = [...request.scopes];
  const id = makeIdentifier('key', randomness);
  const key = makeKey(randomness);
  const written = await database.$transaction(async (session) => {
    const account = await session.account.findUnique({ where: { id: accountId }, select: { id: true } });
    if (account === null) return false;
    const data = { id, accountId, hash: keyHashBytes(hashKey(key)), prefix: shownPrefix(key), name, scopes, expiresAt };
    await session.apiKey.create({ data, select: { id: true } });
    const detail = { name, scopes, expires_at: expiresAt?.toISOString() ?? null };
    await recordChange(session, { origin: { actor: 'operator', accountId }, action: 'key.created', subject: id, detail });
    return true;
  });
  if (!written) return noSuchAccount(accountId);
  return done([key], { api_key: key, key_id: id, account_id: accountId, name, scopes, expires_at: expiresAt });
}
