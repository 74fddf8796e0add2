import { LRUCache } from 'lru-cache';
import type { Clock } from '../environment/clock.js';
import { type Metrics, NO_METRICS } from '../telemetry/metrics/metrics.js';
import type { KeyHash } from './api-key.js';
import type { KeyStore, StoredKey } from './key-store.js';

/** Milliseconds on the monotonic clock for which a found key is used without another look-up. */
export const KEY_CACHE_MILLISECONDS = 250;
const MAX_KEYS = 10_000;

/** A look-up of a key. */
interface LookUp {
  /** `undefined` if the key is not accepted. */
  readonly key: StoredKey | undefined;
  /** Monotonic time before the look-up began: it did not see an older state of the database. */
  readonly askedAt: number;
  /** The number of revocations that this process had received by then. */
  readonly revocations: number;
}

/** A key that was found. */
export type FoundKey = LookUp & { readonly key: StoredKey };

/**
 * Caches found keys by hash: at most one look-up for each key in 250 ms. Concurrent requests share a look-up. Unknown keys are not
 * cached, so that an attacker cannot displace the others.
 */
export class KeyCache {
  readonly #keys: LRUCache<KeyHash, LookUp>;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #requests;
  #revocations = 0;

  constructor(store: KeyStore, clock: Clock, metrics: Metrics = NO_METRICS) {
    this.#clock = clock;
    this.#requests = metrics.counter('cache_requests_total');
    this.#keys = new LRUCache({
      max: MAX_KEYS,
      ttl: KEY_CACHE_MILLISECONDS,
      ttlResolution: 0,
      perf: { now: () => clock.monotonic() },
      // An expired entry is used within the grace, while the database is out.
      noDeleteOnStaleGet: true,
      noDeleteOnFetchRejection: true,
      // If a key is deleted or evicted during its look-up, the look-up is answered, but not cached. It must not return `undefined`,
      // which the cache would then reject.
      ignoreFetchAbort: true,
      fetchMethod: async (hash) => {
        const [askedAt, revocations] = [clock.monotonic(), this.#revocations];
        return { key: await store.findByHash(hash, clock.now()), askedAt, revocations };
      },
    });
  }

  /**
   * Returns the state of a key at most 250 ms before this call; `undefined` if it is not accepted.
   *
   * @throws the exception of the store
   */
  async find(hash: KeyHash): Promise<StoredKey | undefined> {
    const oldest = this.#clock.monotonic() - KEY_CACHE_MILLISECONDS;
    this.#requests.add({ cache: 'keys', result: this.#keys.has(hash) ? 'hit' : 'miss' });
    let found = await this.#keys.forceFetch(hash);
    // A look-up that another request began may be too old for this one. oxlint-disable-next-line no-await-in-loop -- each look-up
    // begins after the previous one
    while (found.askedAt < oldest) found = await this.#keys.forceFetch(hash, { forceRefresh: true });
    // Keeps only keys that exist and cannot have been revoked meanwhile, for the grace.
    const isKept = found.key !== undefined && found.revocations === this.#revocations;
    if (!isKept && this.#keys.peek(hash, { allowStale: true }) === found) this.#keys.delete(hash);
    return found.key;
  }

  /** Returns the last found state of a key, of any age; `undefined` if it was never found. */
  kept(hash: KeyHash): FoundKey | undefined {
    const found = this.#keys.peek(hash, { allowStale: true });
    return found?.key === undefined ? undefined : { ...found, key: found.key };
  }

  /**
   * Forgets a key that was revoked, or all keys of an account that was suspended or resumed. Look-ups in progress are answered, but
   * not cached.
   *
   * @param ended the hash of the key, or the id of the account: text, since it comes from messages
   */
  revoke(ended: string): void {
    this.#revocations += 1;
    // `dump` also lists expired entries.
    for (const [hash, { value }] of this.#keys.dump()) {
      if (hash === ended || value.key?.caller.accountId === ended) this.#keys.delete(hash);
    }
  }
}
