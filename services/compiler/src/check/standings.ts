import { type Clock, isDatabaseOutage } from '@kirchhoff/platform';
import { LRUCache } from 'lru-cache';
import { answeredWithin, LateAnswer } from '../database/deadline.js';
import type { CheckRepository, Standing } from './repository.js';

/** A change is seen after so long at the latest, in milliseconds on the monotonic clock, whether Redis tells of it or not. */
const FRESH_MILLISECONDS = 5_000;
/** Reading standings takes a millisecond. */
const PATIENCE_MILLISECONDS = 1_500;
/** After an answer came too late, so long no check waits for another. */
const PAUSE_MILLISECONDS = 500;
const MAX_STANDINGS = 10_000;

interface Known {
  readonly standing: Standing;
  /** Monotonic time before the read: the read saw no older state. */
  readonly askedAt: number;
}

/** A standing as it serves. */
export interface ServedStanding extends Standing {
  /** Milliseconds since it was read. `undefined` unless it serves on within the grace because Postgres is out. */
  readonly staleMilliseconds?: number;
}

export interface StandingsOptions {
  readonly repository: Pick<CheckRepository, 'standings'>;
  readonly clock: Clock;
  /** Milliseconds for which a head serves on while Postgres is out. */
  readonly graceMilliseconds: number;
}

/**
 * Caches the heads of policies that are asked about. `refresh` keeps them fresh off the path of any check; a change that is
 * announced evicts its policy at once.
 */
export class Standings {
  readonly #options: StandingsOptions;
  /** The least recently used evicted first. Requests at the same time share a read. */
  readonly #known: LRUCache<string, Known>;
  #lateAt = Number.NEGATIVE_INFINITY;

  constructor(options: StandingsOptions) {
    this.#options = options;
    this.#known = new LRUCache({
      max: MAX_STANDINGS,
      noDeleteOnFetchRejection: true,
      // A read that was under way when its policy was forgotten is answered, and not kept.
      ignoreFetchAbort: true,
      fetchMethod: async (policyId) => {
        const askedAt = this.#now();
        const standing = (await this.#ask([policyId])).get(policyId);
        return standing && { standing, askedAt };
      },
    });
  }

  /**
   * Returns the head of a policy as it was at most 5 s ago; while Postgres is out, within the grace.
   * @returns `undefined` if there is no such policy
   * @throws the outage, if Postgres is out and no head was read within the grace
   */
  async find(policyId: string): Promise<ServedStanding | undefined> {
    const known = this.#known.get(policyId);
    if (known !== undefined && this.#isFresh(known)) return known.standing;
    if (known !== undefined && this.#isPaused() && this.#isWithinGrace(known)) return this.#stale(known);
    try {
      const read = await this.#known.fetch(policyId, { forceRefresh: true });
      if (read === undefined) this.#known.delete(policyId);
      return read?.standing;
    } catch (error) {
      if (!isDatabaseOutage(error)) throw error;
      // A change that was announced meanwhile has evicted it: then no head may be served.
      const kept = this.#known.peek(policyId);
      if (kept === undefined || !this.#isWithinGrace(kept)) throw error;
      return this.#stale(kept);
    }
  }

  /** Forgets a policy: it was changed. A read that began before does not bring the old state back. */
  forget(policyId: string): void {
    this.#known.delete(policyId);
  }

  /** Reads all that is known anew, in one statement. An outage leaves it as it is. */
  async refresh(): Promise<void> {
    const before = new Map(this.#known.entries());
    if (before.size === 0) return;
    const askedAt = this.#now();
    try {
      const standings = await this.#ask([...before.keys()]);
      for (const [policyId, known] of before) {
        if (this.#known.peek(policyId) !== known) continue;
        const standing = standings.get(policyId);
        if (standing === undefined) this.#known.delete(policyId);
        else this.#known.set(policyId, { standing, askedAt });
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

  #stale({ standing, askedAt }: Known): ServedStanding {
    return { ...standing, staleMilliseconds: this.#now() - askedAt };
  }

  async #ask(policyIds: readonly string[]): Promise<ReadonlyMap<string, Standing>> {
    try {
      return await answeredWithin(PATIENCE_MILLISECONDS, async () => this.#options.repository.standings(policyIds));
    } catch (error) {
      if (error instanceof LateAnswer) this.#lateAt = this.#now();
      throw error;
    }
  }
}
