import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { canEnter } from './account.mjs';

/** @typedef {import('./account.mjs').Account} Account */

export const SUPERUSER = 'kirchhoff';

/** Root keeps the data here if the wanted folder is closed to the server's account, such as one under /root. */
const OPEN_FOLDER = '/var/lib/kirchhoff';

/**
 * A folder for the cluster that the server's account can enter: the wanted one, or a link from it to one elsewhere.
 * @param {Account | undefined} account
 * @param {string} wanted
 * @returns {Promise<string>} the real path
 */
export const openFolder = async (account, wanted) => {
  await mkdir(path.dirname(wanted), { recursive: true });
  if (!existsSync(wanted)) {
    await rm(wanted, { force: true });
    await makeOpenFolder(account, wanted);
  }
  return realpath(wanted);
};

/**
 * Makes the cluster unless it exists. An interrupted attempt does not count as a cluster.
 * @param {{ folder: string, binaries: string, account: Account | undefined }} place
 * @returns {Promise<{ cluster: string, password: string, isNew: boolean }>}
 */
export const openCluster = async ({ folder, binaries, account }) => {
  const cluster = path.join(folder, 'cluster');
  const passwordFile = path.join(folder, 'password');
  if (existsSync(path.join(cluster, 'PG_VERSION'))) {
    return { cluster, password: await readFile(passwordFile, 'utf8'), isNew: false };
  }
  const password = randomBytes(24).toString('base64url');
  const unfinished = path.join(folder, 'cluster.unfinished');
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account !== undefined) await Promise.all([unfinished, passwordFile].map((one) => chown(one, account.uid, account.gid)));
  await initialize({ binaries, account, cluster: unfinished, passwordFile });
  await rename(unfinished, cluster);
  return { cluster, password, isNew: true };
};

/**
 * @param {Account | undefined} account
 * @param {string} wanted
 */
const makeOpenFolder = async (account, wanted) => {
  if (canEnter(account, path.dirname(wanted))) {
    await mkdir(wanted);
    await chmod(wanted, 0o711);
    return;
  }
  await mkdir(OPEN_FOLDER, { recursive: true });
  await chmod(OPEN_FOLDER, 0o711);
  const elsewhere = await mkdtemp(path.join(OPEN_FOLDER, 'postgres-'));
  await chmod(elsewhere, 0o711);
  await symlink(elsewhere, wanted);
};

/** @param {{ binaries: string, account: Account | undefined, cluster: string, passwordFile: string }} what */
const initialize = async ({ binaries, account, cluster, passwordFile }) => {
  const args = [
    `--pgdata=${cluster}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The builtin provider sorts alike on every machine; no locale of the system is needed.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  await promisify(execFile)(path.join(binaries, 'bin/initdb'), args, {
    env,
    cwd: cluster,
    ...(account && { uid: account.uid, gid: account.gid }),
  });
};
