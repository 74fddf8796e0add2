import { type Clock, isDatabaseOutage } from '@kirchhoff/platform';
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
  /** Monotonic time before it was read: what was read cannot be older. */
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
  /** While Postgres is out, what was read so long ago still serves. */
  readonly graceMilliseconds: number;
}

/**
 * How the policies that are asked about stand. Read once, then kept fresh by `refresh` off the path of any check, and
 * forgotten at once when a change is announced.
 */
export class Standings {
  readonly #options: StandingsOptions;
  /** The one used longest ago first. */
  readonly #known = new Map<string, Known>();
  readonly #reading = new Map<string, Promise<Standing | undefined>>();
  #lateAt = Number.NEGATIVE_INFINITY;

  constructor(options: StandingsOptions) {
    this.#options = options;
  }

  /**
   * How a policy stands, at most 5 s ago; while Postgres is out, within the grace.
   * @returns undefined where there is no such policy
   * @throws the outage, where Postgres is out and nothing read within the grace is there
   */
  async find(policyId: string): Promise<ServedStanding | undefined> {
    const known = this.#use(policyId);
    if (known !== undefined && this.#isFresh(known)) return known.standing;
    if (known !== undefined && this.#isPaused() && this.#isWithinGrace(known)) return this.#stale(known);
    try {
      return await this.#read(policyId);
    } catch (error) {
      if (!isDatabaseOutage(error)) throw error;
      // A change that was announced meanwhile has made it forgotten: then nothing may be served.
      const kept = this.#known.get(policyId);
      if (kept === undefined || !this.#isWithinGrace(kept)) throw error;
      return this.#stale(kept);
    }
  }

  /** Forgets a policy: it was changed. A read that began before does not bring the old state back. */
  forget(policyId: string): void {
    this.#known.delete(policyId);
    this.#reading.delete(policyId);
  }

  /** Reads all that is known anew, in one statement. An outage leaves it as it is. */
  async refresh(): Promise<void> {
    const before = new Map(this.#known);
    if (before.size === 0) return;
    const askedAt = this.#now();
    try {
      const standings = await this.#ask([...before.keys()]);
      for (const [policyId, known] of before) {
        if (this.#known.get(policyId) !== known) continue;
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

  /** Moves what is asked for to the end, away from being dropped. */
  #use(policyId: string): Known | undefined {
    const known = this.#known.get(policyId);
    if (known === undefined) return undefined;
    this.#known.delete(policyId);
    this.#known.set(policyId, known);
    return known;
  }

  /** Those who ask at once share one read. */
  async #read(policyId: string): Promise<Standing | undefined> {
    const running = this.#reading.get(policyId);
    if (running !== undefined) return running;
    const reading = this.#readOne(policyId, () => this.#reading.get(policyId) === reading);
    this.#reading.set(policyId, reading);
    try {
      return await reading;
    } finally {
      if (this.#reading.get(policyId) === reading) this.#reading.delete(policyId);
    }
  }

  async #readOne(policyId: string, isCurrent: () => boolean): Promise<Standing | undefined> {
    const askedAt = this.#now();
    const standing = (await this.#ask([policyId])).get(policyId);
    if (isCurrent()) this.#keep(policyId, standing, askedAt);
    return standing;
  }

  #keep(policyId: string, standing: Standing | undefined, askedAt: number): void {
    this.#known.delete(policyId);
    if (standing === undefined) return;
    this.#known.set(policyId, { standing, askedAt });
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_STANDINGS && oldest !== undefined) this.#known.delete(oldest);
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
