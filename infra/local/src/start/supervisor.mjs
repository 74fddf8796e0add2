import { setTimeout as pause } from 'node:timers/promises';
import { lastLines } from '../logs.mjs';
import { say } from '../progress.mjs';

/** @typedef {import('../child.mjs').Child} Child */

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** A process that ran this long counts as started: its next failure counts as the first. */
const SETTLED_MS = 60_000;

const state = { isStopping: false };

/** From now on a process that ends is not started again. */
export const stopSupervising = () => {
  state.isStopping = true;
};

/**
 * Starts a program again whenever it dies, each time after a longer pause. Its work is in the database, so it is not lost.
 * @param {Child} first the run that is under way
 * @param {() => Child | Promise<Child>} start
 */
export const keepRunning = (first, start) => {
  void watch(first, start);
};

/**
 * @param {Child} first
 * @param {() => Child | Promise<Child>} start
 */
const watch = async (first, start) => {
  let child = first;
  let pauseMs = FIRST_PAUSE_MS;
  for (;;) {
    const since = performance.now();
    const how = await child.ended;
    if (state.isStopping) return;
    if (performance.now() - since > SETTLED_MS) pauseMs = FIRST_PAUSE_MS;
    report(child, how);
    let next;
    while (next === undefined && !state.isStopping) {
      await pause(pauseMs);
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
      next = await startAgain(child.program.name, start);
    }
    if (next === undefined) return;
    child = next;
  }
};

/**
 * @param {Child} child
 * @param {string} how
 */
const report = ({ program: { name, logFile } }, how) => {
  say(`  ${name} has ended (${how}) and is started again. The end of ${logFile}:`);
  for (const line of lastLines(logFile)) say(`    ${line}`);
};

/**
 * @param {string} name
 * @param {() => Child | Promise<Child>} start
 * @returns {Promise<Child | undefined>}
 */
const startAgain = async (name, start) => {
  if (state.isStopping) return undefined;
  try {
    return await start();
  } catch (error) {
    say(`  ${name} could not be started again: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
};
