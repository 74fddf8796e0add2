import { createRequire } from 'node:module';
import { inRepository } from './paths.mjs';

/**
 * Brings a database to the newest schema, with the runner that the services are built with.
 * @param {string} databaseUrl
 * @returns {Promise<unknown>}
 */
export const migrate = async (databaseUrl) => {
  const platform = createRequire(import.meta.url)(inRepository('packages/platform/dist/index.js'));
  if (typeof platform.migrate !== 'function') {
    console.error('not migrated: packages/platform has no migration runner yet');
    return undefined;
  }
  return platform.migrate(databaseUrl);
};
