import path from 'node:path';
import { launch } from '../child.mjs';
import { lastLines } from '../logs.mjs';
import { Trouble } from '../progress.mjs';
import { waitUntil } from '../wait.mjs';
import { serverAccount } from './account.mjs';
import { postgresBinaries } from './binaries.mjs';
import { openCluster, openFolder, SUPERUSER } from './cluster.mjs';
import { answers } from './database.mjs';
import { stopLeftover } from './leftover.mjs';

/** @typedef {import('../child.mjs').Child} Child */
/** @typedef {import('../child.mjs').Program} Program */

/**
 * @typedef {object} Postgres
 * @property {Program} program
 * @property {(database: string) => string} urlOf the connection address of one of its databases
 * @property {() => Promise<Child>} start starts the server and waits until it answers
 * @property {boolean} isNew true if the cluster was made by this call
 */

/**
 * Prepares an embedded Postgres on a folder, without starting it.
 * @param {{ folder: string, port: number, logFile: string, durable: boolean }} options `durable: false` for throw-away data
 * @returns {Promise<Postgres>}
 */
export const preparePostgres = async ({ folder, port, logFile, durable }) => {
  const account = serverAccount();
  const place = await openFolder(account, folder);
  const binaries = await postgresBinaries(account, place);
  const { cluster, password, isNew } = await openCluster({ folder: place, binaries, account });
  const program = serverProgram({ binaries, cluster, port, logFile, durable, account });
  const urlOf = (/** @type {string} */ database) => `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
  return { program, urlOf, isNew, start: () => startServer(program, cluster, urlOf('postgres')) };
};

/**
 * @param {Program} program
 * @param {string} cluster
 * @param {string} url
 */
const startServer = async (program, cluster, url) => {
  await stopLeftover(cluster);
  const child = launch(program);
  const isUp = await waitUntil(async () => !child.isRunning() || (await answers(url)), { withinMs: 120_000 });
  if (isUp && child.isRunning()) return child;
  await child.stop(1_000);
  throw new Trouble(['Postgres did not start:', ...lastLines(program.logFile)].join('\n    '));
};

/**
 * @param {{ binaries: string, cluster: string, port: number, logFile: string, durable: boolean, account: import('./account.mjs').Account | undefined }} what
 * @returns {Program}
 */
const serverProgram = ({ binaries, cluster, port, logFile, durable, account }) => {
  const settings = { ...SETTINGS, ...(durable ? {} : THROW_AWAY), port };
  return {
    name: 'Postgres',
    tier: 'store',
    command: path.join(binaries, 'bin/postgres'),
    args: ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    cwd: '/',
    logFile,
    // "Fast" shutdown: open transactions are rolled back, everything committed is written.
    stopSignal: 'SIGINT',
    ...(account && { account: { uid: account.uid, gid: account.gid } }),
  };
};

/** Only this machine can connect, with the password. No replica reads from this server, so its write-ahead log may be minimal. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: '128MB',
  wal_level: 'minimal',
  max_wal_senders: 0,
  timezone: 'UTC',
  log_checkpoints: 'off',
};

const THROW_AWAY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' };
