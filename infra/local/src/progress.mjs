/** Lines on the console: one for each step, with the time that it took. */

const seconds = (/** @type {number} */ since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** A failure that the person at the console can do something about: shown as its message alone, without a stack. */
export class Trouble extends Error {}

/** At a terminal the step under way stands in the last line until something else is said. */
const CLEAR_LINE = process.stdout.isTTY ? '\r\u001b[K' : '';

/** @param {string} line */
export const say = (line) => {
  process.stdout.write(`${CLEAR_LINE}${line}\n`);
};

/**
 * Runs one step and prints what it did and how long it took.
 * @template Result
 * @param {string} name what is done, such as "Postgres"
 * @param {() => Promise<{ said: string, result: Result }>} run `said` tells the outcome in a few words
 * @returns {Promise<Result>}
 */
export const step = async (name, run) => {
  const since = performance.now();
  if (process.stdout.isTTY) process.stdout.write(`${CLEAR_LINE}  ${name.padEnd(10)} …`);
  const { said, result } = await run();
  say(`  ${name.padEnd(10)} ${said} (${seconds(since)})`);
  return result;
};
