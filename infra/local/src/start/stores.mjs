import { randomBytes } from 'node:crypto';
import net from 'node:net';
import path from 'node:path';
import { freePortFrom } from '../ports.mjs';
import { answers, ensureDatabase, ensureLogins, urlOfService } from '../postgres/database.mjs';
import { preparePostgres } from '../postgres/server.mjs';
import { Trouble } from '../progress.mjs';
import { prepareRedis } from '../redis/server.mjs';
import { keepRunning } from './supervisor.mjs';

/** @typedef {import('./settings.mjs').Settings} Settings */

const DATABASE = 'kirchhoff';

/** Not the standard ports: a server of the user may run there, or be installed later. */
const POSTGRES_PORT = 54_100;
const REDIS_PORT = 63_100;

/**
 * @param {Settings} settings
 * @returns {Promise<{ said: string, result: string }>} the database's address
 */
export const openPostgres = async ({ databaseUrl, dataDirectory }) => {
  if (databaseUrl !== undefined) {
    if (!(await answers(databaseUrl))) throw new Trouble('the Postgres that DATABASE_URL names does not answer');
    return { said: 'as DATABASE_URL says', result: databaseUrl };
  }
  const port = await freePortFrom(POSTGRES_PORT);
  const logFile = path.join(dataDirectory, 'logs/postgres.log');
  const server = await preparePostgres({ folder: path.join(dataDirectory, 'postgres'), port, logFile, durable: true });
  keepRunning(await server.start(), server.start);
  await ensureDatabase(server.urlOf('postgres'), DATABASE);
  return { said: `${server.isNew ? 'new, ' : ''}on port ${port}`, result: server.urlOf(DATABASE) };
};

/**
 * Returns the database's address for each service: on the embedded server with a login of its own, whose password is new at each
 * start. On another server both services use the address of the user.
 * @param {Settings} settings
 * @param {string} owner the address for the owner of the tables, after the migration
 * @returns {Promise<{ registry: string, compiler: string }>}
 */
export const addressesOfServices = async ({ databaseUrl }, owner) => {
  if (databaseUrl !== undefined) return { registry: owner, compiler: owner };
  const password = randomBytes(24).toString('base64url');
  await ensureLogins(owner, password);
  return { registry: urlOfService(owner, 'registry', password), compiler: urlOfService(owner, 'compiler', password) };
};

/**
 * @param {Settings} settings
 * @returns {Promise<{ said: string, result: string }>} the server's address
 */
export const openRedis = async ({ redisUrl, dataDirectory }) => {
  if (redisUrl !== undefined) {
    if (!(await isListening(redisUrl))) throw new Trouble('the Redis that REDIS_URL names does not answer');
    return { said: 'as REDIS_URL says', result: redisUrl };
  }
  const port = await freePortFrom(REDIS_PORT);
  const logFile = path.join(dataDirectory, 'logs/redis.log');
  const server = await prepareRedis({ folder: path.join(dataDirectory, 'redis'), port, logFile, durable: true });
  keepRunning(await server.start(), server.start);
  return { said: `on port ${port}, ${server.origin}`, result: server.url };
};

/**
 * @param {string} url
 * @returns {Promise<boolean>}
 */
const isListening = (url) =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = net.connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379), timeout: 5_000 });
    const answer = (/** @type {boolean} */ isThere) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
    socket.once('timeout', () => answer(false));
  });
