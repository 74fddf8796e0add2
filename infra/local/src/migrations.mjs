import { Trouble } from './progress.mjs';

/**
 * Brings a database to the newest schema, with the runner that the platform brings along.
 * @param {string} databaseUrl
 * @returns {Promise<readonly string[]>} the migrations that were applied now
 */
export const migrate = async (databaseUrl) => {
  // The one module of the platform that is needed here: the whole would take longer to load than to migrate.
  const runner = await import('@kirchhoff/platform/dist/database/migrate.js');
  try {
    return await runner.migrate(databaseUrl);
  } catch (error) {
    if (error instanceof runner.MigrationError) throw new Trouble(`the database could not be migrated: ${error.message}`);
    throw error;
  }
};
