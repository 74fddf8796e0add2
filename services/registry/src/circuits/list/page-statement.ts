import { Prisma } from '@kirchhoff/platform';
import type { Circuit } from '../circuit.js';
import { CIRCUIT_COLUMNS, CIRCUIT_WITH_CURRENT_VERSION, type CircuitRow, circuitOfRow } from '../rows.js';
import type { AsOf } from './as-of.js';

export interface PageParts {
  /** The tables of WITH, for the parts below. */
  readonly tables?: Prisma.Sql;
  /** Numbers that are told with the page: a select list. */
  readonly facts: Prisma.Sql;
  /** The circuits of the page: a table of `id` and `place`. */
  readonly placed: Prisma.Sql;
}

/** Every row repeats the facts. A page without circuits is one row with the facts alone. */
type PageRow<Facts> = Facts & Seen & (CircuitRow | { readonly [Column in keyof CircuitRow]: null });

interface Seen {
  readonly seen_at: Date;
  readonly snapshot: string;
}

/** The time and the snapshot of a statement: a select list. */
export const SEEN = Prisma.sql`clock_timestamp() AS seen_at, pg_current_snapshot()::text AS snapshot`;

/** A page with its facts as one statement, so that both are of one moment. */
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
