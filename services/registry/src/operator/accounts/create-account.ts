import {
  type Database,
  hashKey,
  keyHashBytes,
  makeIdentifier,
  makeKey,
  type Randomness,
  recordChange,
  SCOPES,
  shownPrefix,
  type Tier,
} from '@kirchhoff/platform';
import { type CommandOutcome, done } from '../outcome.js';

export interface AccountRequest {
  readonly email: string;
  readonly name: string;
  readonly tier: Tier;
}

/** Creates an account and its first key, for a service without registration. Only the outcome has the key. */
export async function createAccount(
  database: Database,
  randomness: Randomness,
  { email, name, tier }: AccountRequest,
): Promise<CommandOutcome> {
  const accountId = makeIdentifier('account', randomness);
  const id = makeIdentifier('key', randomness);
  const key = makeKey(randomness);
  await database.$transaction(async (session) => {
    await session.account.create({ data: { id: accountId, email, name, tier }, select: { id: true } });
    const rights = { name: 'first key', scopes: [...SCOPES], expiresAt: null };
    const data = { id, accountId, hash: keyHashBytes(hashKey(key)), prefix: shownPrefix(key), ...rights };
    await session.apiKey.create({ data, select: { id: true } });
    const origin = { actor: 'operator', accountId } as const;
    await recordChange(session, { origin, action: 'account.registered', subject: accountId, detail: { key_id: id } });
  });
  return done([key], { api_key: key, key_id: id, account_id: accountId, tier });
}
