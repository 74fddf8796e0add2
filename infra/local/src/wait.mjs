import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks again and again until the answer is yes.
 * @param {() => Promise<boolean> | boolean} isSo
 * @param {{ withinMs: number, everyMs?: number }} limits
 * @returns {Promise<boolean>} whether it came to be so in time
 */
export const waitUntil = async (isSo, { withinMs, everyMs = 25 }) => {
  const end = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() >= end) return false;
    await pause(everyMs);
  }
  return true;
};
