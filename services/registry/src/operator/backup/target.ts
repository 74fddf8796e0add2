import { randomUUID } from 'node:crypto';
import { MIGRATION_LOCK, MIGRATIONS_TABLE, type Migration } from '@kirchhoff/platform';
import { type Client, escapeIdentifier } from 'pg';
import { BadBackup, type Manifest } from './format.js';
import { migrationsOf, tablesOf } from './tables.js';

/** The database is not fit for a restore; no row was written. */
export class UnfitTarget extends Error {}

/**
 * Creates the schema of the backup in a database without tables, or expects exactly that schema without rows. A backup is never
 * restored under newer migrations, since their changes to its rows would be missing: they run afterwards.
 *
 * @throws BadBackup if this build does not know the backup's migrations
 */
export async function prepareTarget(client: Client, manifest: Manifest, migrations: readonly Migration[]): Promise<void> {
  const needed = knownMigrations(manifest, migrations);
  // This lock keeps migrations from running meanwhile.
  await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  const applied = await migrationsOf(client);
  const tables = await tablesOf(client);
  if (applied.length === 0 && tables.length === 0) return migrateTo(client, needed);
  const checksums = new Map(needed.map(({ name, checksum }) => [name, checksum]));
  const newer = applied.find(({ name, checksum }) => checksums.get(name) !== checksum);
  if (newer !== undefined) throw new UnfitTarget(`the database has the migration ${newer.name}, which the backup lacks`);
  if (applied.length !== needed.length) throw new UnfitTarget('the database lacks migrations of the backup');
  for (const { name } of tables) await mustBeEmpty(client, name);
}

/** Returns this build's migrations that the backup had applied. */
function knownMigrations(manifest: Manifest, migrations: readonly Migration[]): readonly Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  return manifest.migrations.map(({ name, checksum }) => {
    const migration = known.get(name);
    if (migration === undefined) throw new BadBackup(`it has the migration ${name}, which this build does not know: take a newer build`);
    if (migration.checksum !== checksum) throw new BadBackup(`its migration ${name} is not the one of this build`);
    return migration;
  });
}

async function migrateTo(client: Client, migrations: readonly Migration[]): Promise<void> {
  await client.query(MIGRATIONS_TABLE);
  for (const { name, sql, checksum } of migrations) {
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await client.query(sql);
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await client.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), checksum, name],
    );
  }
}

/** From here on no other session can write to the table. */
async function mustBeEmpty(client: Client, table: string): Promise<void> {
  const name = escapeIdentifier(table);
  await client.query(`LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`);
  const { rows } = await client.query<{ filled: boolean }>(`SELECT EXISTS (SELECT 1 FROM ${name}) AS filled`);
  if (rows[0]?.filled !== false) throw new UnfitTarget(`the table ${table} of the database holds rows`);
}
