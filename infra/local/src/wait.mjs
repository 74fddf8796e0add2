import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks again and again until the answer is yes.
 * @param {() => Promise<boolean> | boolean} isSo
 * @param {{ withinMs: number, everyMs?: number }} limits
 * @returns {Promise<boolean>} true if the answer was yes in time
 */
export const waitUntil = async (isSo, { withinMs, everyMs = 25 }) => {
  const end = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() >= end) return false;
    await pause(everyMs);
  }
  return true;
};
