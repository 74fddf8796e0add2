import {
  announceRevocation,
  type Caller,
  type KeyCache,
  type Messages,
  makeIdentifier,
  makeKey,
  type PlainKey,
  type Problem,
  problem,
  type Randomness,
  SCOPES,
} from '@kirchhoff/platform';
import type { KeyRecord, KeyRepository } from './repository.js';

export interface KeysParts {
  readonly keys: KeyRepository;
  readonly messages: Messages;
  readonly cache: KeyCache;
  readonly randomness: Randomness;
}

export interface Registered {
  readonly accountId: string;
  readonly keyId: string;
  readonly key: PlainKey;
}

export interface Rotated {
  readonly kind: 'rotated';
  readonly keyId: string;
  readonly key: PlainKey;
  readonly revokedKeyId: string;
}

/** The name of an account's first key. */
const FIRST_KEY = 'first key';

export class Keys {
  readonly #parts: KeysParts;

  constructor(parts: KeysParts) {
    this.#parts = parts;
  }

  /** Makes an account and its first key, which may do everything. */
  async register(email: string, name: string): Promise<Registered> {
    const { keys, randomness } = this.#parts;
    const accountId = makeIdentifier('account', randomness);
    const keyId = makeIdentifier('key', randomness);
    const key = makeKey(randomness);
    await keys.register({ id: accountId, email, name }, { id: keyId, key }, { name: FIRST_KEY, scopes: SCOPES, expiresAt: null });
    return { accountId, keyId, key };
  }

  async list(accountId: string): Promise<readonly KeyRecord[]> {
    return this.#parts.keys.list(accountId);
  }

  /** Resolves to true when the key is dead everywhere; to false where the account has no such key. */
  async revoke(keyId: string, accountId: string): Promise<boolean> {
    const { keys, messages, cache } = this.#parts;
    const revoked = await keys.revoke(keyId, accountId);
    if (revoked === undefined) return false;
    await announceRevocation(messages, cache, revoked);
    return true;
  }

  /** Puts a new key in the caller's place. Resolves when the old one is dead everywhere. */
  async rotate(caller: Caller): Promise<Rotated | Problem> {
    const { keys, messages, cache, randomness } = this.#parts;
    const keyId = makeIdentifier('key', randomness);
    const key = makeKey(randomness);
    const revoked = await keys.rotate(caller.keyId, { id: keyId, key });
    if (revoked === undefined) return problem('unauthenticated', 'This key was revoked by another request.');
    await announceRevocation(messages, cache, revoked);
    return { kind: 'rotated', keyId, key, revokedKeyId: caller.keyId };
  }
}
