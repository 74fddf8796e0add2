import path from 'node:path';
import { repository } from '../paths.mjs';
import { Trouble } from '../progress.mjs';

/**
 * Settings of the local start, from the environment.
 * @typedef {object} Settings
 * @property {string} dataDirectory absolute
 * @property {number} registryPort the wanted port; if it is in use, the next free one is taken
 * @property {number} compilerPort
 * @property {string | undefined} databaseUrl in place of the embedded Postgres
 * @property {string | undefined} redisUrl in place of the embedded Redis
 */

/**
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Settings}
 */
export const readSettings = (environment) => ({
  dataDirectory: path.resolve(repository, environment['DATA_DIR'] || '.local'),
  registryPort: portIn(environment, 'REGISTRY_PORT', 4100),
  compilerPort: portIn(environment, 'COMPILER_PORT', 4200),
  databaseUrl: environment['DATABASE_URL'] || undefined,
  redisUrl: environment['REDIS_URL'] || undefined,
});

/**
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} name
 * @param {number} usual
 */
const portIn = (environment, name, usual) => {
  const text = environment[name] || String(usual);
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) throw new Trouble(`${name} must be a port from 1 to 65535, not "${text}"`);
  return port;
};
