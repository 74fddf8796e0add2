import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Environment, REPOSITORY } from '../harness/services.js';
import type { PostgresServer } from '../harness/stores.js';

const FOLDER = join(REPOSITORY, 'prisma/migrations');

/** The table of applied migrations, as Prisma and `operator migrate` make it. */
const TABLE = `CREATE TABLE "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ, "migration_name" VARCHAR(255) NOT NULL,
  "logs" TEXT, "rolled_back_at" TIMESTAMPTZ, "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`;

/** Applies the migrations of this release without the last one, to an empty database. */
export async function migrateAllButLast(postgres: PostgresServer, environment: Environment): Promise<void> {
  const database = databaseOf(environment);
  await postgres.query(database, TABLE);
  const entries = await readdir(FOLDER, { withFileTypes: true });
  const names = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).toSorted();
  for (const name of names.slice(0, -1)) {
    // oxlint-disable-next-line no-await-in-loop -- each migration rests on the one before
    await apply(postgres, database, name, await readFile(join(FOLDER, name, 'migration.sql'), 'utf8'));
  }
}

/** Applies a migration that no release has yet: it adds, as every migration does. */
export async function addLaterMigration(postgres: PostgresServer, environment: Environment): Promise<void> {
  const sql = `CREATE TABLE later (id TEXT PRIMARY KEY); ALTER TABLE accounts ADD COLUMN later TEXT; ALTER TABLE circuits ADD COLUMN later INTEGER DEFAULT 7`;
  await apply(postgres, databaseOf(environment), '99990101000000_later', sql);
}

async function apply(postgres: PostgresServer, database: string, name: string, sql: string): Promise<void> {
  await postgres.query(database, sql);
  const checksum = createHash('sha256').update(sql).digest('hex');
  await postgres.query(
    database,
    'INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, now(), 1)',
    [checksum.slice(0, 36), checksum, name],
  );
}

function databaseOf(environment: Environment): string {
  return new URL(environment['DATABASE_URL'] ?? '').pathname.slice(1);
}
