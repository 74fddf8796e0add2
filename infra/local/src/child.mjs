import { spawn } from 'node:child_process';
import { openLog } from './logs.mjs';

/**
 * A program to run beside the launcher.
 * @typedef {object} Program
 * @property {string} name what it is called on the console
 * @property {'service' | 'store'} tier services are stopped before the stores that they write to
 * @property {string} command
 * @property {readonly string[]} args
 * @property {Readonly<Record<string, string | undefined>>} env its whole environment
 * @property {string} cwd
 * @property {string} logFile standard output and error are appended here
 * @property {NodeJS.Signals} stopSignal asks it to finish what it is doing and end
 * @property {{ uid: number, gid: number }} [account] another user to run it as
 * @property {boolean} [diesWithLauncher] true for a Node program that has to end when the launcher is killed; see
 * die-with-launcher.cjs
 *
 * @typedef {object} Child
 * @property {Program} program
 * @property {Promise<string>} ended how it ended, in words
 * @property {() => boolean} isRunning
 * @property {(graceMs?: number) => Promise<void>} stop asks it to end; after the grace period it is killed
 */

/** Milliseconds; services promise to finish the requests in flight within 25 s. */
const GRACE_MS = 30_000;

/** @type {Set<Child>} */
const running = new Set();
const state = { isStopping: false };

/**
 * Starts a program in a process group of its own: Ctrl-C at the console reaches only the launcher, which then stops
 * everything in order.
 * @param {Program} program
 * @returns {Child}
 */
export const launch = (program) => {
  if (state.isStopping) throw new Error(`${program.name} is not started: everything is being stopped`);
  const log = openLog(program.logFile);
  const process = spawn(program.command, program.args, {
    cwd: program.cwd,
    env: program.env,
    stdio:
      program.diesWithLauncher === true ? ['ignore', log.descriptor, log.descriptor, 'ipc'] : ['ignore', log.descriptor, log.descriptor],
    detached: true,
    ...program.account,
  });
  log.close();
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    process.once('error', (error) => resolve(error.message));
    process.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
  const isRunning = () => running.has(child);
  const stop = async (graceMs = GRACE_MS) => {
    if (!isRunning()) return;
    const killer = setTimeout(() => process.kill('SIGKILL'), graceMs);
    process.kill(program.stopSignal);
    await ended;
    clearTimeout(killer);
  };
  const child = { program, ended, isRunning, stop };
  running.add(child);
  void ended.then(() => running.delete(child));
  return child;
};

/** Stops all processes: the services, then the stores. After that no program is started. */
export const stopAll = async () => {
  state.isStopping = true;
  for (const tier of ['service', 'store']) {
    await Promise.all([...running].filter(({ program }) => program.tier === tier).map((child) => child.stop()));
  }
};
