import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** @typedef {{ name: string, uid: number, gid: number }} Account */

/**
 * Returns the user that runs Postgres. The server refuses to run as root, so under root it runs as another account.
 * @returns {Account | undefined} `undefined` if the launcher's own user can run it
 */
export const serverAccount = () => {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const account = ['postgres', 'nobody'].map((name) => accounts.find((one) => one.name === name)).find((found) => found !== undefined);
  if (account === undefined) {
    throw new Error('Postgres does not run as root, and there is neither a user "postgres" nor "nobody" to run it as');
  }
  return account;
};

/**
 * Returns true if the account may enter this folder and every folder above it.
 * @param {Account | undefined} account
 * @param {string} folder
 */
export const canEnter = (account, folder) => {
  if (account === undefined) return true;
  const { status } = spawnSync('/bin/sh', ['-c', 'test -x "$0"', folder], { uid: account.uid, gid: account.gid, cwd: '/' });
  return status === 0;
};
