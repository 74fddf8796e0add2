import { Trouble } from './progress.mjs';

/**
 * Brings a database to the newest schema, with the runner of the platform package.
 * @param {string} databaseUrl
 * @returns {Promise<readonly string[]>} the migrations that were applied now
 */
export const migrate = async (databaseUrl) => {
  // Imports one module of the platform only: loading the whole package takes longer than the migration.
  const runner = await import('@kirchhoff/platform/dist/database/migrate.js');
  const result = await runner.migrate(databaseUrl);
  switch (result.kind) {
    case 'migrated':
      return result.applied;
    case 'failed':
      throw new Trouble(`the migration ${result.name} failed: ${result.reason}`);
    case 'failed-before':
      throw new Trouble(`the migration ${result.name} failed earlier and was not repaired since`);
    case 'changed':
      throw new Trouble(`the migration ${result.name} is not what was applied to this database under that name`);
    default:
      throw new Error(`not an outcome of a migration: ${JSON.stringify(result)}`);
  }
};
