import { parseIdentifier } from '../identifiers/identifiers.js';
import type { KeyHash } from './api-key.js';
import type { StoredKey } from './key-store.js';

/**
 * How long a verified key may be believed without looking again, in milliseconds on the monotonic clock. Less than the
 * second that a revocation waits at most, so that clocks which do not run alike cannot make it more.
 */
export const KEY_CACHE_MILLISECONDS = 950;
const MAX_KEYS = 10_000;

/** A key that was found valid. */
export interface CachedKey {
  readonly key: StoredKey;
  /** Monotonic time before the look-up began: what it saw cannot be older. */
  readonly askedAt: number;
}

/** A look-up under way. */
export interface LookUp {
  readonly askedAt: number;
  /** How many revocations had been heard of when it began. */
  readonly revocations: number;
}

/** Keys that were found valid, by hash; the oldest goes when there are too many. */
export class KeyCache {
  readonly #entries = new Map<KeyHash, CachedKey>();
  #revocations = 0;

  /** Call before a key is looked up. */
  begin(now: number): LookUp {
    return { askedAt: now, revocations: this.#revocations };
  }

  /** The key as it was found last, however long ago. */
  find(hash: KeyHash): CachedKey | undefined {
    return this.#entries.get(hash);
  }

  /** Keeps what a look-up has found, unless some key was revoked since it began: it may have looked before that. */
  keep(hash: KeyHash, key: StoredKey, { askedAt, revocations }: LookUp): void {
    if (revocations !== this.#revocations) return;
    this.#entries.delete(hash);
    this.#entries.set(hash, { key, askedAt });
    if (this.#entries.size > MAX_KEYS) this.#dropOldest();
  }

  /** Forgets a key that was looked up and is not valid any more. */
  forget(hash: KeyHash): void {
    this.#entries.delete(hash);
  }

  /**
   * Forgets a key that was revoked, or all keys of an account that stands otherwise than before, and keeps nothing of
   * look-ups that have begun: from now on what is found of them was looked up after this call.
   * @param ended the hash of the key, or the id of the account: text, since it comes from messages
   */
  revoke(ended: string): void {
    this.#revocations += 1;
    if (parseIdentifier('account', ended) !== undefined) this.#forgetKeysOf(ended);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is no hash is no entry either
    else this.#entries.delete(ended as KeyHash);
  }

  #forgetKeysOf(accountId: string): void {
    for (const [hash, { key }] of this.#entries) if (key.caller.accountId === accountId) this.#entries.delete(hash);
  }

  #dropOldest(): void {
    const oldest = this.#entries.keys().next();
    if (oldest.done !== true) this.#entries.delete(oldest.value);
  }
}
