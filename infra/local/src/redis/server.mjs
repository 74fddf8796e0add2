import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { launch } from '../child.mjs';
import { lastLines } from '../logs.mjs';
import { Trouble } from '../progress.mjs';
import { waitUntil } from '../wait.mjs';
import { redisBinary } from './binary.mjs';
import { isReady } from './conversation.mjs';
import { configurationIn, stopLeftover } from './leftover.mjs';

/** @typedef {import('../child.mjs').Child} Child */
/** @typedef {import('../child.mjs').Program} Program */

/**
 * @typedef {object} Redis
 * @property {Program} program
 * @property {string} url
 * @property {string} origin the source of the server, in words
 * @property {() => Promise<Child>} start starts the server and waits until it answers
 */

/**
 * Prepares a Redis server on a folder, without starting it; a server that an earlier launcher left there is ended.
 * @param {{ folder: string, port: number, logFile: string, durable: boolean }} options `durable: false` for throw-away data
 * @returns {Promise<Redis>}
 */
export const prepareRedis = async ({ folder, port, logFile, durable }) => {
  const binary = await redisBinary();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const configuration = configurationIn(folder);
  await stopLeftover(folder);
  const password = randomBytes(24).toString('base64url');
  // The password is in a file that only its owner can read: every user of the machine can read a command line.
  await writeFile(configuration, settings({ folder, port, password, durable }), { mode: 0o600 });
  /** @type {Program} */
  const program = {
    name: 'Redis',
    tier: 'store',
    command: binary.command,
    args: [configuration],
    env: binary.env,
    cwd: folder,
    logFile,
    stopSignal: 'SIGTERM',
  };
  const start = () => startServer(program, { port, password });
  return { program, start, url: `redis://:${password}@127.0.0.1:${port}`, origin: binary.origin };
};

/**
 * @param {Program} program
 * @param {{ port: number, password: string }} server
 */
const startServer = async (program, server) => {
  const child = launch(program);
  const isUp = await waitUntil(async () => !child.isRunning() || (await isReady(server)), { withinMs: 60_000 });
  if (isUp && child.isRunning()) return child;
  await child.stop(1_000);
  throw new Trouble(['Redis did not start:', ...lastLines(program.logFile)].join('\n    '));
};

/** @param {{ folder: string, port: number, password: string, durable: boolean }} what */
const settings = ({ folder, port, password, durable }) =>
  [
    'bind 127.0.0.1',
    `port ${port}`,
    `dir "${folder}"`,
    `requirepass ${password}`,
    'daemonize no',
    // Queued jobs must never be evicted (a requirement of BullMQ).
    'maxmemory-policy noeviction',
    // Each test takes a database of its own; see README.md.
    'databases 1024',
    'save ""',
    `appendonly ${durable ? 'yes' : 'no'}`,
    'appendfsync everysec',
    '',
  ].join('\n');
