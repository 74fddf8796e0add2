import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** @param {number} pid */
export const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/**
 * Returns the command line of a living process; empty if the system does not tell it. A pid in a file may belong to another
 * program by now, so no process is signalled by its number alone.
 * @param {number} pid
 */
export const commandOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return commandFromPs(pid);
  }
};

/** @param {number} pid */
const commandFromPs = (pid) => {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
};
