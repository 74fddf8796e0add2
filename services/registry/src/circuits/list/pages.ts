import { type Answer, type Clock, MAX_COUNTED, Prisma, SingleFlight } from '@kirchhoff/platform';
import type { Circuit } from '../circuit.js';
import { CIRCUIT_COLUMNS, CIRCUIT_WITH_CURRENT_VERSION, type CircuitRow, circuitOfRow } from '../repository.js';
import type { AsOf } from './as-of.js';

/** The position and the length of a page in its list. */
export interface PageSlice {
  /** Count of the circuits before the page. */
  readonly offset: number;
  readonly limit: number;
}

/** Exact to `MAX_COUNTED`. */
export interface Total {
  readonly total: number;
  readonly totalCapped: boolean;
}

export interface CircuitPage extends Total {
  readonly circuits: readonly Circuit[];
  /** The snapshot that this page used; the links carry it. */
  readonly asOf: AsOf;
}

/** @param counted at most one more than `MAX_COUNTED` */
export function totalOf(counted: number): Total {
  return { total: Math.min(counted, MAX_COUNTED), totalCapped: counted > MAX_COUNTED };
}

export interface PageQuery {
  /** Common table expressions that the other members use. */
  readonly tables?: Prisma.Sql;
  /** Select list of the figures that accompany the page. */
  readonly facts: Prisma.Sql;
  /** A query for the circuits of the page: the columns `id` and `place`. */
  readonly placed: Prisma.Sql;
}

/** Every row repeats the figures. A page without circuits is one row with the figures alone. */
type PageRow<Facts> = Facts & Seen & (CircuitRow | { readonly [Column in keyof CircuitRow]: null });

interface Seen {
  readonly seen_at: Date;
  readonly snapshot: string;
}

/** Select list: the time and the snapshot of a statement. */
export const SEEN = Prisma.sql`clock_timestamp() AS seen_at, pg_current_snapshot()::text AS snapshot`;

/** Combines a page and its figures into one statement, so that both are of one snapshot. */
export function pageStatement({ tables, facts, placed }: PageQuery): Prisma.Sql {
  return Prisma.sql`${tables === undefined ? Prisma.empty : Prisma.sql`WITH ${tables}`}
    SELECT figures.*, listed.* FROM (SELECT ${SEEN}, ${facts}) figures LEFT JOIN (
      SELECT p.place, ${CIRCUIT_COLUMNS} FROM (${placed}) p JOIN ${CIRCUIT_WITH_CURRENT_VERSION} ON c.id = p.id
    ) listed ON true ORDER BY listed.place`;
}

export function readPage<Facts extends object>(
  rows: readonly PageRow<Facts>[],
): { circuits: readonly Circuit[]; facts: Facts; seen: AsOf } {
  const [facts] = rows;
  if (facts === undefined) throw new Error('a page without its facts');
  const circuits = rows.flatMap((row) => (row.id === null ? [] : [circuitOfRow(row)]));
  return { circuits, facts, seen: { time: facts.seen_at, snapshot: facts.snapshot } };
}

/** Bytes of cached pages and their keys; a page that exceeds it empties the cache. */
const MAX_BYTES = 16 * 1_048_576;
/** Milliseconds. After a failover to a lagging replica transaction numbers repeat, so that no page is cached for long. */
const MAX_MILLISECONDS = 10_000;

interface Kept {
  /** The common snapshot of the cached pages, as `pg_snapshot` writes it. */
  readonly snapshot: string;
  readonly pages: Map<string, Answer>;
  /** Milliseconds of the monotonic clock. */
  readonly since: number;
  size: number;
}

/**
 * Caches pages of lists for as long as Postgres would return the same rows. A snapshot names the transactions that a statement
 * sees: as long as its text is the same, no transaction has ended. Concurrent requests share the statement that reads it.
 */
export class KeptPages {
  readonly #snapshotNow: () => Promise<string>;
  readonly #clock: Clock;
  readonly #looks = new SingleFlight<string>();
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
    const none = { snapshot, pages: new Map(), since: this.#clock.monotonic(), size: 0 };
    if (this.#kept?.snapshot !== snapshot) this.#kept = none;
    const size = key.length + (page.body.kind === 'bytes' ? page.body.bytes.length : 0);
    if (this.#kept.size + size > MAX_BYTES) this.#kept = none;
    if (!this.#kept.pages.has(key)) this.#kept.size += size;
    this.#kept.pages.set(key, page);
  }
}
