/** Lines on the console: one for each step, with the time that it took. */

const seconds = (/** @type {number} */ since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** A failure that the person at the console can do something about: shown as its message alone, without a stack. */
export class Trouble extends Error {}

/** On a terminal the last line shows the current step until another line is printed. */
const lastLine = { isPending: false };

// Writing to a closed terminal fails; the processes must still be stopped.
process.stdout.on('error', () => {});

/** @param {string} line */
export const say = (line) => {
  process.stdout.write(`${lastLine.isPending ? '\r\u001b[K' : ''}${line}\n`);
  lastLine.isPending = false;
};

/** @param {string} name */
const sayPending = (name) => {
  if (!process.stdout.isTTY) return;
  process.stdout.write(`${lastLine.isPending ? '\r\u001b[K' : ''}  ${name.padEnd(10)} …`);
  lastLine.isPending = true;
};

/**
 * Runs one step, and prints its outcome and duration.
 * @template Result
 * @param {string} name of the step, such as "Postgres"
 * @param {() => Promise<{ said: string, result: Result }>} run `said` is the outcome in a few words
 * @returns {Promise<Result>}
 */
export const step = async (name, run) => {
  const since = performance.now();
  sayPending(name);
  const { said, result } = await run();
  say(`  ${name.padEnd(10)} ${said} (${seconds(since)})`);
  return result;
};
