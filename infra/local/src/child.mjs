import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * A program to run beside the launcher.
 * @typedef {object} Program
 * @property {string} name what it is called on the console
 * @property {string} command
 * @property {readonly string[]} args
 * @property {Readonly<Record<string, string | undefined>>} env its whole environment
 * @property {string} cwd
 * @property {string} logFile standard output and error are appended here
 * @property {NodeJS.Signals} stopSignal asks it to finish what it is doing and end
 * @property {{ uid: number, gid: number } | undefined} [account] another user to run it as
 * @property {boolean} [diesWithParent] a Node program that is to end when the launcher is killed; see die-with-parent.cjs
 *
 * @typedef {object} Child
 * @property {Promise<string>} ended how it ended, in words
 * @property {() => boolean} isRunning
 * @property {(graceMs?: number) => Promise<void>} stop asks it to end; after the grace period it is killed
 */

const LOG_LIMIT_BYTES = 20 * 1024 * 1024;

/**
 * Starts a program in a process group of its own: Ctrl-C at the console reaches only the launcher, which then stops
 * everything in order.
 * @param {Program} program
 * @returns {Child}
 */
export const launch = (program) => {
  const log = openLog(program.logFile);
  const child = spawn(program.command, program.args, {
    cwd: program.cwd,
    env: program.env,
    stdio: program.diesWithParent === true ? ['ignore', log, log, 'ipc'] : ['ignore', log, log],
    detached: true,
    ...program.account,
  });
  closeSync(log);
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
  let running = true;
  void ended.then(() => {
    running = false;
  });
  return {
    ended,
    isRunning: () => running,
    stop: async (graceMs = 30_000) => {
      if (!running) return;
      const killer = setTimeout(() => child.kill('SIGKILL'), graceMs);
      child.kill(program.stopSignal);
      await ended;
      clearTimeout(killer);
    },
  };
};

/**
 * The last lines of a log.
 * @param {string} logFile
 * @param {number} [lines]
 */
export const lastLines = (logFile, lines = 15) => {
  try {
    return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-lines);
  } catch {
    return [];
  }
};

/** @param {string} logFile */
const openLog = (logFile) => {
  mkdirSync(path.dirname(logFile), { recursive: true });
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_LIMIT_BYTES) renameSync(logFile, `${logFile}.1`);
  return openSync(logFile, 'a');
};
