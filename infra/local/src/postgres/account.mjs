import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** @typedef {{ name: string, uid: number, gid: number }} Account */

/**
 * The user to run Postgres as. The server refuses to run as root, so root lends it the account of somebody else.
 * @returns {Account | undefined} undefined where the launcher's own user will do
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
 * Returns whether the account may enter this folder; every folder above it counts.
 * @param {Account | undefined} account
 * @param {string} folder
 */
export const canEnter = (account, folder) => {
  if (account === undefined) return true;
  const { status } = spawnSync('/bin/sh', ['-c', 'test -x "$0"', folder], { uid: account.uid, gid: account.gid, cwd: '/' });
  return status === 0;
};
