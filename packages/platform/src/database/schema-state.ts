import { Prisma } from '../generated/prisma/client.js';
import type { Database } from './database.js';
import type { Migration } from './migrations.js';

/**
 * Whether the database has every migration this build knows, each whole. A newer schema is accepted: migrations only
 * add, so that a version keeps working while the next one is rolled out. An older one is not.
 * @throws where Postgres is out
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
