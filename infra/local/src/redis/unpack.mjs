import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The packages of a Redis server on a minimal Debian, for a machine whose apt cannot resolve them. */
const USUAL_PACKAGES = ['redis-server', 'redis-tools', 'liblzf1', 'libjemalloc2'];

/**
 * Unpacks Redis from Debian's or Ubuntu's packages into a folder, without root and without installing a package. An earlier copy
 * is used again.
 * @param {string} folder
 * @param {(command: string, env: Readonly<Record<string, string | undefined>>) => boolean} runs whether it starts
 * @returns {Promise<{ command: string | undefined, env: Record<string, string | undefined>, isNew: boolean }>}
 */
export const unpackFromDistribution = async (folder, runs) => {
  const earlier = await unpackedServer(folder);
  if (runs(earlier.command, earlier.env)) return { ...earlier, isNew: false };
  const attempt = `${folder}.${process.pid}`;
  try {
    await unpackInto(attempt);
    await rm(folder, { recursive: true, force: true });
    await rename(attempt, folder);
  } catch {
    return { command: undefined, env: {}, isNew: false };
  } finally {
    await rm(attempt, { recursive: true, force: true });
  }
  const fresh = await unpackedServer(folder);
  return { ...fresh, command: runs(fresh.command, fresh.env) ? fresh.command : undefined, isNew: true };
};

/** @param {string} folder */
const unpackedServer = async (folder) => ({
  command: path.join(folder, 'usr/bin/redis-server'),
  env: { PATH: process.env.PATH, LD_LIBRARY_PATH: (await libraryFolders(folder)).join(':') },
});

/** @param {string} folder */
const libraryFolders = async (folder) => {
  const roots = ['lib', 'usr/lib'].map((part) => path.join(folder, part)).filter((part) => existsSync(part));
  const inside = await Promise.all(roots.map(async (root) => (await readdir(root)).map((name) => path.join(root, name))));
  return [...roots, ...inside.flat()];
};

/** @param {string} folder */
const unpackInto = async (folder) => {
  const downloads = path.join(folder, 'downloads');
  await mkdir(downloads, { recursive: true });
  await download(downloads);
  for (const name of await readdir(downloads)) {
    if (name.endsWith('.deb')) await run('dpkg-deb', ['-x', path.join(downloads, name), folder]);
  }
  await rm(downloads, { recursive: true });
};

/**
 * In a fresh container apt knows no packages yet: it fetches their lists into the folder.
 * @param {string} folder
 */
const download = async (folder) => {
  try {
    await downloadPackages(folder, []);
  } catch {
    const lists = path.join(folder, 'lists');
    await mkdir(path.join(lists, 'partial'), { recursive: true });
    const own = ['-o', `Dir::State::lists=${lists}`, '-o', `Dir::Cache=${folder}`, '-o', 'APT::Sandbox::User='];
    await run('apt-get', [...own, 'update']);
    await downloadPackages(folder, own);
  }
};

/**
 * @param {string} folder
 * @param {readonly string[]} options
 */
const downloadPackages = async (folder, options) => {
  const packages = await missingPackages(options);
  await run('apt-get', [...options, 'download', ...packages], { cwd: folder });
};

/**
 * Redis and those of its dependencies that this machine does not have.
 * @param {readonly string[]} options
 */
const missingPackages = async (options) => {
  try {
    const { stdout } = await run('apt-get', [...options, '--simulate', '--no-install-recommends', 'install', 'redis-server']);
    const names = [...stdout.matchAll(/^Inst (\S+)/gm)].flatMap(([, name]) => (name === undefined ? [] : [name]));
    return names.includes('redis-server') ? names : [...new Set([...names, ...USUAL_PACKAGES])];
  } catch {
    return USUAL_PACKAGES;
  }
};
