import { type Database, openDatabase, readMigrations, type ServerAddress, schemaIsCurrent } from '@kirchhoff/platform';
import { type CommandOutcome, failed } from './outcome.js';

/**
 * Runs `work` on a database with this build's schema, and closes the connection.
 *
 * @throws if Postgres is out
 */
export async function withDatabase(
  url: ServerAddress,
  work: (database: Database) => Promise<CommandOutcome>,
  poolSize = 1,
): Promise<CommandOutcome> {
  const database = openDatabase({ url, poolSize, applicationName: 'kirchhoff-operator' });
  try {
    if (await schemaIsCurrent(database, await readMigrations())) return await work(database);
    return failed(
      'The schema of the database is older than this build needs; nothing was changed.',
      'Migrate it: npm run operator -- migrate',
    );
  } finally {
    await database.$disconnect();
  }
}
