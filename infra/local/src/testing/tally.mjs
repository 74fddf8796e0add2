import { say, Trouble } from '../progress.mjs';

/** @typedef {import('./jest.mjs').Tally} Tally */

/**
 * @param {Tally} one
 * @param {Tally} other
 * @returns {Tally}
 */
export const sum = (one, other) => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
});

/**
 * Runs tests, prints the closing line with their numbers, and returns the exit code.
 * @param {() => Promise<Tally>} run an exception counts as one failure
 * @returns {Promise<number>}
 */
export const reportTally = async (run) => {
  const tally = await run().catch((/** @type {unknown} */ error) => {
    say(error instanceof Trouble ? error.message : String(error instanceof Error ? error.stack : error));
    return { passed: 0, failed: 1, skipped: 0 };
  });
  const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : '';
  say(`\n${tally.passed} passed, ${tally.failed} failed${skipped}`);
  return tally.failed === 0 ? 0 : 1;
};
