/** Lines on the console: one for each step, with the time that it took. */

const seconds = (/** @type {number} */ since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** A failure that the person at the console can do something about: shown as its message alone, without a stack. */
export class Trouble extends Error {}

/** @param {string} line */
export const say = (line) => {
  process.stdout.write(`${line}\n`);
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
  const { said, result } = await run();
  say(`  ${name.padEnd(10)} ${said} (${seconds(since)})`);
  return result;
};
