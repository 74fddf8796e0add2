import { type Clock, isDatabaseOutage, type Metrics, NO_METRICS } from '@kirchhoff/platform';
import { LRUCache } from 'lru-cache';
import { TimeoutError, withTimeout } from '../database/deadline.js';
import type { CheckRepository, PolicyHead } from './repository.js';

/** Maximal age of a head in milliseconds on the monotonic clock: a change is seen by then, also without a message over Redis. */
const FRESH_MILLISECONDS = 5_000;
/** Usually, reading heads takes a millisecond. */
const PATIENCE_MILLISECONDS = 1_500;
/** Milliseconds after a late answer in which checks do not wait for another one. */
const PAUSE_MILLISECONDS = 500;
const MAX_HEADS = 10_000;

interface Read {
  /** `undefined` if there is no such policy. */
  readonly head: PolicyHead | undefined;
  /** Monotonic time before the read, which did not see an older state. */
  readonly askedAt: number;
}

type Known = Read & { readonly head: PolicyHead };

/** A head in use. */
export interface ServedPolicyHead extends PolicyHead {
  /** Milliseconds since it was read. `undefined`, unless Postgres is out and it is used within the grace. */
  readonly staleMilliseconds?: number;
}

export interface PolicyHeadsOptions {
  readonly repository: Pick<CheckRepository, 'heads'>;
  readonly clock: Clock;
  /** Milliseconds for which a head is used while Postgres is out. */
  readonly graceMilliseconds: number;
  /** Default: none. */
  readonly metrics?: Metrics;
}

/**
 * Caches the heads of policies in use. `refresh` keeps them fresh in the background, and an announced change evicts its policy at
 * once.
 */
export class PolicyHeads {
  readonly #options: PolicyHeadsOptions;
  readonly #requests;
  /** The least recently used one is evicted first. Concurrent requests share a read. */
  readonly #reads: LRUCache<string, Read>;
  #lateAt = Number.NEGATIVE_INFINITY;

  constructor(options: PolicyHeadsOptions) {
    this.#options = options;
    this.#requests = (options.metrics ?? NO_METRICS).counter('cache_requests_total');
    this.#reads = new LRUCache({
      max: MAX_HEADS,
      noDeleteOnFetchRejection: true,
      // If a policy is forgotten during its read, the read is answered, but not cached. It must not return `undefined`, which the
      // cache would then reject.
      ignoreFetchAbort: true,
      fetchMethod: async (policyId) => {
        const askedAt = this.#now();
        return { head: (await this.#ask([policyId])).get(policyId), askedAt };
      },
    });
  }

  /**
   * Returns the head of a policy, at most 5 s old; while Postgres is out, at most as old as the grace.
   * @returns `undefined` if there is no such policy
   * @throws the outage, if Postgres is out and no head was read within the grace
   */
  async find(policyId: string): Promise<ServedPolicyHead | undefined> {
    const known = knownOf(this.#reads.get(policyId));
    const isHit = known !== undefined && this.#isFresh(known);
    this.#requests.add({ cache: 'policy_heads', result: isHit ? 'hit' : 'miss' });
    if (isHit) return known.head;
    if (known !== undefined && this.#isPaused() && this.#isWithinGrace(known)) return this.#stale(known);
    try {
      const read = await this.#reads.forceFetch(policyId, { forceRefresh: true });
      if (read.head === undefined && this.#reads.peek(policyId) === read) this.#reads.delete(policyId);
      return read.head;
    } catch (error) {
      if (!isDatabaseOutage(error)) throw error;
      // A change that was announced meanwhile has evicted it: then the old head must not be used.
      const kept = knownOf(this.#reads.peek(policyId));
      if (kept === undefined || !this.#isWithinGrace(kept)) throw error;
      return this.#stale(kept);
    }
  }

  /** Forgets a policy: it was changed. A read that began earlier does not restore the old state. */
  forget(policyId: string): void {
    this.#reads.delete(policyId);
  }

  /** Reads all cached heads again, in one statement. An outage leaves them unchanged. */
  async refresh(): Promise<void> {
    const before = new Map(this.#reads.entries());
    if (before.size === 0) return;
    const askedAt = this.#now();
    try {
      const heads = await this.#ask([...before.keys()]);
      for (const [policyId, known] of before) {
        if (this.#reads.peek(policyId) !== known) continue;
        const head = heads.get(policyId);
        if (head === undefined) this.#reads.delete(policyId);
        else this.#reads.set(policyId, { head, askedAt });
      }
    } catch (error) {
      if (!isDatabaseOutage(error)) throw error;
    }
  }

  #now(): number {
    return this.#options.clock.monotonic();
  }

  #isFresh({ askedAt }: Known): boolean {
    return this.#now() - askedAt <= FRESH_MILLISECONDS;
  }

  #isPaused(): boolean {
    return this.#now() - this.#lateAt <= PAUSE_MILLISECONDS;
  }

  #isWithinGrace({ askedAt }: Known): boolean {
    return this.#now() - askedAt <= this.#options.graceMilliseconds;
  }

  #stale({ head, askedAt }: Known): ServedPolicyHead {
    return { ...head, staleMilliseconds: this.#now() - askedAt };
  }

  async #ask(policyIds: readonly string[]): Promise<ReadonlyMap<string, PolicyHead>> {
    try {
      return await withTimeout(PATIENCE_MILLISECONDS, async () => this.#options.repository.heads(policyIds));
    } catch (error) {
      if (error instanceof TimeoutError) this.#lateAt = this.#now();
      throw error;
    }
  }
}

function knownOf(read: Read | undefined): Known | undefined {
  return read?.head === undefined ? undefined : { ...read, head: read.head };
}
