import { type Answer, type Clock, SharedRuns } from '@kirchhoff/platform';

/** Bytes of cached pages and their keys; a page that exceeds it empties the cache. */
const MAX_OCTETS = 16 * 1_048_576;
/** Milliseconds. After a failover to a lagging replica transaction numbers repeat, so that no page is cached for long. */
const MAX_MILLISECONDS = 10_000;

interface Kept {
  /** The common snapshot of the cached pages, as `pg_snapshot` writes it. */
  readonly snapshot: string;
  readonly pages: Map<string, Answer>;
  /** Milliseconds of the monotonic clock. */
  readonly since: number;
  octets: number;
}

/**
 * Caches pages of lists for as long as Postgres would return the same rows. A snapshot names the transactions that a statement
 * sees: as long as its text is the same, no transaction has ended. Concurrent requests share the statement that reads it.
 */
export class KeptPages {
  readonly #snapshotNow: () => Promise<string>;
  readonly #clock: Clock;
  readonly #looks = new SharedRuns<string>();
  #kept: Kept | undefined;

  constructor(snapshotNow: () => Promise<string>, clock: Clock) {
    this.#snapshotNow = snapshotNow;
    this.#clock = clock;
  }

  /**
   * Returns the page as it would be computed now; `undefined` if it is not cached.
   *
   * @throws if the page is cached and Postgres is out
   */
  async find(key: string): Promise<Answer | undefined> {
    if (this.#kept !== undefined && this.#clock.monotonic() - this.#kept.since > MAX_MILLISECONDS) this.#kept = undefined;
    if (this.#kept?.pages.has(key) !== true) return undefined;
    const snapshot = await this.#looks.run('snapshot', this.#snapshotNow);
    if (this.#kept?.snapshot !== snapshot) this.#kept = undefined;
    return this.#kept?.pages.get(key);
  }

  /** @param snapshot of the first statement that made the page */
  keep(key: string, snapshot: string, page: Answer): void {
    const none = { snapshot, pages: new Map(), since: this.#clock.monotonic(), octets: 0 };
    if (this.#kept?.snapshot !== snapshot) this.#kept = none;
    const octets = key.length + (page.body.kind === 'bytes' ? page.body.bytes.length : 0);
    if (this.#kept.octets + octets > MAX_OCTETS) this.#kept = none;
    if (!this.#kept.pages.has(key)) this.#kept.octets += octets;
    this.#kept.pages.set(key, page);
  }
}
