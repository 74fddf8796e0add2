import { chmod, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { stopAll } from './child.mjs';
import { migrate } from './migrations.mjs';
import { anyFreePort } from './ports.mjs';
import { ensureDatabase, ensureLogins } from './postgres/database.mjs';
import { stopLeftover as stopLeftoverPostgres } from './postgres/leftover.mjs';
import { preparePostgres } from './postgres/server.mjs';
import { isAlive } from './process-table.mjs';
import { stopLeftover as stopLeftoverRedis } from './redis/leftover.mjs';
import { prepareRedis } from './redis/server.mjs';

/** Prefix of the data folders; a process number follows. */
const PREFIX = 'kirchhoff-test-';

/** A database with every migration applied, for tests to copy. README.md describes it. */
export const TEMPLATE = 'kirchhoff_template';

/**
 * @typedef {object} ThrowawayServers
 * @property {{ TEST_DATABASE_URL: string, TEST_REDIS_URL: string }} environment for the tests
 * @property {() => Promise<void>} stop ends both servers and removes their data
 */

/**
 * Starts a Postgres and a Redis on free ports, with their data in a folder that is deleted with them.
 * @param {{ durable?: boolean }} [options] `durable`: writes are on the disk when they are answered, as in production
 * @returns {Promise<ThrowawayServers>}
 */
export const startThrowawayServers = async ({ durable = false } = {}) => {
  await removeRemains();
  const folder = await mkdtemp(path.join(os.tmpdir(), `${PREFIX}${process.pid}-`));
  // Under root, Postgres runs as another account, which has to enter the folder.
  await chmod(folder, 0o711);
  const stop = async () => {
    await stopAll();
    await remove(folder);
  };
  // Waits for both, even if one fails: a server that is still starting could not be stopped.
  const [database, redis] = await Promise.allSettled([startPostgres(folder, durable), startRedis(folder, durable)]);
  if (database.status === 'fulfilled' && redis.status === 'fulfilled') {
    return { environment: { TEST_DATABASE_URL: database.value, TEST_REDIS_URL: redis.value }, stop };
  }
  await stop();
  throw [database, redis].find((outcome) => outcome.status === 'rejected')?.reason;
};

/** Ends the servers of killed runs, and removes their data. */
const removeRemains = async () => {
  for (const name of await readdir(os.tmpdir())) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]);
    const folder = path.join(os.tmpdir(), name);
    if (Number.isNaN(pid) || isAlive(pid) || (await stat(folder)).uid !== process.getuid?.()) continue;
    await stopLeftoverPostgres(path.join(await dataFolderOf(folder), 'cluster'));
    await stopLeftoverRedis(path.join(folder, 'redis'));
    await remove(folder);
  }
};

/** @param {string} folder */
const remove = async (folder) => {
  const data = await dataFolderOf(folder);
  await Promise.all([data, folder].map((one) => rm(one, { recursive: true, force: true })));
};

/**
 * Under root, the data is elsewhere if the server's account cannot enter the temporary folder.
 * @param {string} folder
 */
const dataFolderOf = (folder) => realpath(path.join(folder, 'postgres')).catch(() => path.join(folder, 'postgres'));

/**
 * @param {string} folder
 * @param {boolean} durable
 */
const startPostgres = async (folder, durable) => {
  const logFile = path.join(folder, 'postgres.log');
  const server = await preparePostgres({ folder: path.join(folder, 'postgres'), port: await anyFreePort(), logFile, durable });
  await server.start();
  await ensureDatabase(server.urlOf('postgres'), TEMPLATE);
  await migrate(server.urlOf(TEMPLATE));
  // The logins of the services have the superuser's password, so that one address is enough for the tests.
  await ensureLogins(server.urlOf('postgres'), new URL(server.urlOf('postgres')).password);
  return server.urlOf('postgres');
};

/**
 * @param {string} folder
 * @param {boolean} durable
 */
const startRedis = async (folder, durable) => {
  const logFile = path.join(folder, 'redis.log');
  const server = await prepareRedis({ folder: path.join(folder, 'redis'), port: await anyFreePort(), logFile, durable });
  await server.start();
  return server.url;
};
