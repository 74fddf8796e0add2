import { Prisma } from '@kirchhoff/platform';
import type { Circuit } from '../circuit.js';
import { CIRCUIT_COLUMNS, CIRCUIT_WITH_CURRENT_VERSION, type CircuitRow, circuitOfRow } from '../rows.js';
import type { AsOf } from './as-of.js';

export interface PageParts {
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
export function pageStatement({ tables, facts, placed }: PageParts): Prisma.Sql {
  return Prisma.sql`${tables === undefined ? Prisma.empty : Prisma.sql`WITH ${tables}`}
    SELECT told.*, listed.* FROM (SELECT ${SEEN}, ${facts}) told LEFT JOIN (
      SELECT p.place, ${CIRCUIT_COLUMNS} FROM (${placed}) p JOIN ${CIRCUIT_WITH_CURRENT_VERSION} ON c.id = p.id
    ) listed ON true ORDER BY listed.place`;
}

export function readPage<Facts extends object>(
  rows: readonly PageRow<Facts>[],
): { circuits: readonly Circuit[]; facts: Facts; seen: AsOf } {
  const [facts] = rows;
  if (facts === undefined) throw new Error('a page that tells nothing, not even that it is empty');
  const circuits = rows.flatMap((row) => (row.id === null ? [] : [circuitOfRow(row)]));
  return { circuits, facts, seen: { time: facts.seen_at, snapshot: facts.snapshot } };
}
