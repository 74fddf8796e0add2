import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Prisma } from '../generated/prisma/client.js';
import type { Database } from './database.js';

/** The folder of this build's migrations, relative to the compiled file. */
export const MIGRATIONS_FOLDER = resolve(__dirname, '../../../../prisma/migrations');

/** One migration, which is in a folder of its own. */
export interface Migration {
  /** The folder's name: a time and a description. The order of names is the order of migrations. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of migration.sql, lower-case hex: what Prisma records. */
  readonly checksum: string;
}

/** Reads all migrations of a folder such as `prisma/migrations`, in order. */
export async function readMigrations(folder: string = MIGRATIONS_FOLDER): Promise<readonly Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  names.sort((left, right) => (left < right ? -1 : 1));
  return Promise.all(names.map(async (name) => readMigration(folder, name)));
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const bytes = await readFile(join(folder, name, 'migration.sql'));
  return { name, sql: bytes.toString('utf8'), checksum: createHash('sha256').update(bytes).digest('hex') };
}

/**
 * Returns true if the database has every migration of this build, each complete. A newer schema is accepted: migrations only add,
 * so a version keeps working while the next one is rolled out. An older one is refused.
 * @throws if Postgres is out
 */
export async function schemaIsCurrent(database: Database, needed: readonly Migration[]): Promise<boolean> {
  const [{ present }] = await database.$queryRaw<[{ present: boolean }]>(
    Prisma.sql`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present`,
  );
  if (!present) return false;
  const rows = await database.$queryRaw<{ migration_name: string }[]>(
    Prisma.sql`SELECT migration_name FROM "_prisma_migrations" WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  const finished = new Set(rows.map((row) => row.migration_name));
  return needed.every(({ name }) => finished.has(name));
}
