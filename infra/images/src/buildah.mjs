import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Trouble } from '../../local/src/progress.mjs';

/**
 * Buildah with a storage of its own, so that a build neither finds nor leaves anything in that of the machine.
 * @typedef {object} Buildah
 * @property {(args: readonly string[]) => Promise<string>} run runs a command and returns its standard output
 * @property {() => Promise<void>} remove removes the storage, with its mounts
 */

/**
 * Opens an empty storage.
 * @param {string} folder for the storage; its contents are removed
 * @returns {Promise<Buildah>}
 * @throws Trouble if buildah is missing, or cannot work here
 */
export const openBuildah = async (folder) => {
  if (spawnSync('buildah', ['--version']).error !== undefined) {
    throw new Trouble(
      'buildah is not installed. Run `npm run drills:install`, or build with `docker build --file infra/images/<service>.Dockerfile .`',
    );
  }
  if (process.getuid?.() !== 0) throw new Trouble('buildah with chroot isolation needs root here. Run this command as root.');
  const places = ['--root', path.join(folder, 'storage'), '--runroot', path.join(folder, 'run')];
  /** @param {string} driver @returns {Buildah['run']} */
  const runner = (driver) => (args) => execute('buildah', [...places, '--storage-driver', driver, ...args], path.join(folder, 'tmp'));
  const clear = async () => {
    // A build that was killed has left mounts.
    if (existsSync(path.join(folder, 'storage/overlay'))) await runner('overlay')(['rm', '--all']);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(path.join(folder, 'tmp'), { recursive: true });
  };
  await clear();
  const driver = await firstDriver(runner, clear);
  const run = runner(driver);
  return {
    run,
    remove: async () => {
      await run(['rm', '--all']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/**
 * The first driver that works: overlay stores a layer once, vfs works everywhere and copies the whole image for each layer.
 * @param {(driver: string) => Buildah['run']} runner
 * @param {() => Promise<void>} clear
 */
const firstDriver = async (runner, clear) => {
  try {
    const run = runner('overlay');
    const container = (await run(['from', 'scratch'])).trim();
    await run(['mount', container]);
    await run(['rm', container]);
    return 'overlay';
  } catch {
    await clear();
    return 'vfs';
  }
};

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} temporary the folder of temporary files
 * @returns {Promise<string>} the standard output
 * @throws Trouble with the whole output if it fails
 */
export const execute = (command, args, temporary) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, TMPDIR: temporary } });
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      errors += text;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Trouble(`${command} ${args.join(' ')} ended with ${code}:\n${output.slice(-4_000)}${errors.slice(-4_000)}`));
    });
  });
