import type { KeyHash } from './api-key.js';
import type { StoredKey } from './key-store.js';

/** How long a verified key may be believed without looking again, in milliseconds on the monotonic clock. */
export const KEY_CACHE_MILLISECONDS = 1_000;
const MOST_KEYS = 10_000;

interface Entry {
  readonly key: StoredKey;
  /** Monotonic time before the look-up began: what it saw cannot be older. */
  readonly askedAt: number;
}

/** Keys that were found valid, by hash; the oldest goes when there are too many. */
export class KeyCache {
  readonly #entries = new Map<KeyHash, Entry>();

  /** The key if its look-up began at most `age` milliseconds before `now`. */
  find(hash: KeyHash, now: number, age: number): StoredKey | undefined {
    const entry = this.#entries.get(hash);
    return entry !== undefined && now - entry.askedAt <= age ? entry.key : undefined;
  }

  keep(hash: KeyHash, key: StoredKey, askedAt: number): void {
    this.#entries.delete(hash);
    this.#entries.set(hash, { key, askedAt });
    if (this.#entries.size > MOST_KEYS) this.#dropOldest();
  }

  /** Forgets a key at once: it was revoked, or is not valid any more. Takes text, since it comes from messages. */
  drop(hash: string): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is no hash is no entry either
    this.#entries.delete(hash as KeyHash);
  }

  #dropOldest(): void {
    const oldest = this.#entries.keys().next();
    if (oldest.done !== true) this.#entries.delete(oldest.value);
  }
}
