import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { toolCache } from '../paths.mjs';
import { Trouble } from '../progress.mjs';
import { unpackFromDistribution } from './unpack.mjs';

/**
 * A Redis server that runs on this machine.
 * @typedef {object} RedisBinary
 * @property {string} command
 * @property {Readonly<Record<string, string | undefined>>} env the environment that it needs
 * @property {string} origin the place where it was found, in words
 */

/**
 * Finds a Redis server: on PATH, else unpacked before, else unpacked now from the distribution's own packages.
 * @returns {Promise<RedisBinary>}
 */
export const redisBinary = async () => onPath() ?? (await unpacked());

const onPath = () => {
  for (const command of ['redis-server', 'valkey-server']) {
    if (runs(command, process.env)) return { command, env: { PATH: process.env.PATH }, origin: `${command} on PATH` };
  }
  return undefined;
};

const unpacked = async () => {
  const folder = path.join(toolCache, `redis-${process.platform}-${process.arch}`);
  const { command, env, isNew } = await unpackFromDistribution(folder, runs);
  if (command === undefined) throw new Trouble(MISSING);
  return { command, env, origin: isNew ? "unpacked from the distribution's package" : "the distribution's package, unpacked earlier" };
};

/**
 * @param {string} command
 * @param {Readonly<Record<string, string | undefined>>} env
 */
const runs = (command, env) => spawnSync(command, ['--version'], { env, stdio: 'ignore' }).status === 0;

const MISSING =
  'no Redis server: none on PATH, and none could be unpacked from the packages of this system. Install one (Debian, Ubuntu: ' +
  '"apt install redis-server"; macOS: "brew install redis"), or set REDIS_URL to one of your own.';
