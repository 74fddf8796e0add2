import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { postgresConnection, type ServerAddress } from '../tls/address.js';
import { MIGRATIONS_FOLDER, type Migration, readMigrations } from './migrations.js';
import { grantRoles, type RoleGrants } from './roles.js';

/** The advisory lock that Prisma's own command takes before a migration: only its holder migrates. */
export const MIGRATION_LOCK = 72_707_369;

/** The table of applied migrations, as Prisma defines it. */
export const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL,
  "checksum" VARCHAR(64) NOT NULL,
  "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL,
  "logs" TEXT,
  "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`;

/** The result of a migration run. Every result except `migrated` left the schema as it was before the named migration. */
export type MigrationResult =
  /** `roles`: the outcome for the roles of the services. */
  | { readonly kind: 'migrated'; readonly applied: readonly string[]; readonly roles: RoleGrants }
  | { readonly kind: 'failed-before'; readonly name: string }
  | { readonly kind: 'changed'; readonly name: string }
  | { readonly kind: 'failed'; readonly name: string; readonly reason: string };

interface Record {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: Date | null;
}

/**
 * Applies the missing migrations like `prisma migrate deploy`, but without its engine, which is not available on every platform.
 * The table has Prisma's form, so that either tool can continue after the other. Then it creates the roles of the services, and
 * grants them their permissions.
 *
 * @param url a database whose role may change the schema
 * @param folder of migrations
 * @throws if Postgres cannot be reached or the folder cannot be read
 */
export async function migrate(url: ServerAddress, folder: string = MIGRATIONS_FOLDER): Promise<MigrationResult> {
  const migrations = await readMigrations(folder);
  const client = new Client({ ...postgresConnection(url), application_name: 'kirchhoff-migrate' });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(MIGRATIONS_TABLE);
    return await applyMissing(client, migrations);
  } finally {
    await client.end();
  }
}

async function applyMissing(client: Client, migrations: readonly Migration[]): Promise<MigrationResult> {
  const { rows } = await client.query<Record>(
    'SELECT migration_name, checksum, finished_at FROM "_prisma_migrations" WHERE rolled_back_at IS NULL',
  );
  const failedBefore = rows.find((row) => row.finished_at === null);
  if (failedBefore !== undefined) return { kind: 'failed-before', name: failedBefore.migration_name };
  const recorded = new Map(rows.map((row) => [row.migration_name, row.checksum]));
  const changed = migrations.find(({ name, checksum }) => recorded.has(name) && recorded.get(name) !== checksum);
  if (changed !== undefined) return { kind: 'changed', name: changed.name };
  const applied: string[] = [];
  for (const migration of migrations.filter(({ name }) => !recorded.has(name))) {
    const reason = await apply(client, migration);
    if (reason !== undefined) return { kind: 'failed', name: migration.name, reason };
    applied.push(migration.name);
  }
  const known = new Set(migrations.map(({ name }) => name));
  const isNewer = rows.some((row) => !known.has(row.migration_name));
  return { kind: 'migrated', applied, roles: await grantRoles(client, isNewer) };
}

/** Each migration is one transaction with its record. After a failure, only the record of the failure remains. */
async function apply(client: Client, migration: Migration): Promise<string | undefined> {
  const id = randomUUID();
  await client.query('INSERT INTO "_prisma_migrations" (id, checksum, migration_name) VALUES ($1, $2, $3)', [
    id,
    migration.checksum,
    migration.name,
  ]);
  try {
    await client.query('BEGIN');
    await client.query(migration.sql);
    await client.query('UPDATE "_prisma_migrations" SET finished_at = now(), applied_steps_count = 1 WHERE id = $1', [id]);
    await client.query('COMMIT');
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    await client.query('ROLLBACK');
    await client.query('UPDATE "_prisma_migrations" SET logs = $2 WHERE id = $1', [id, reason]);
    return reason;
  }
}
