import { type Client, escapeIdentifier } from 'pg';
import type { AppliedMigration, SequenceState } from './format.js';

/** A table of the database's catalog. */
export interface Table {
  readonly name: string;
  /**
   * The stored columns, in order: without computed columns and without transaction numbers, which have no meaning in another
   * database.
   */
  readonly columns: readonly string[];
}

/** The table of migrations. It is no part of the data; the manifest lists the migrations. */
const MIGRATIONS = '_prisma_migrations';

/** Returns the tables of the schema by name, without the table of migrations. */
export async function tablesOf(client: Client): Promise<readonly Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> $1
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.atttypid <> 'xid8'::regtype
     GROUP BY c.relname ORDER BY c.relname`,
    [MIGRATIONS],
  );
  return rows;
}

/** Returns the completed migrations of the database; empty if it has no table of them. */
export async function migrationsOf(client: Client): Promise<readonly AppliedMigration[]> {
  const { rows: there } = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [MIGRATIONS]);
  if (there[0]?.there !== true) return [];
  const { rows } = await client.query<AppliedMigration>(
    `SELECT migration_name AS name, checksum FROM ${MIGRATIONS}
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows;
}

/** Returns the state of every sequence. Read after the snapshot, it is never below a number in its rows. */
export async function sequencesOf(client: Client): Promise<readonly SequenceState[]> {
  const { rows: names } = await client.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S' ORDER BY relname`,
  );
  const states: SequenceState[] = [];
  for (const { name } of names) {
    const { rows } = await client.query<Omit<SequenceState, 'name'>>(
      `SELECT last_value::text AS last_value, is_called FROM ${escapeIdentifier(name)}`,
    );
    states.push(...rows.map((state) => ({ name, ...state })));
  }
  return states;
}

/** Returns a table's name and columns for `COPY`. */
export function copied({ name, columns }: Table): string {
  return `${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')})`;
}
