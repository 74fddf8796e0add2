// npm test [arguments for jest…]: types, lint, format, import directions and the tests, on a Postgres and a Redis of its own.
import { build } from './src/build.mjs';
import { install } from './src/install.mjs';
import { requireNode } from './src/node-version.mjs';
import { say, step, Trouble } from './src/progress.mjs';
import { runChecks } from './src/testing/checks.mjs';
import { forgetSeenAnswers, SEEN_ANSWERS } from './src/testing/descriptions.mjs';
import { runJest } from './src/testing/jest.mjs';
import { removeStaleTests } from './src/testing/stale-output.mjs';
import { reportTally, sum } from './src/testing/tally.mjs';
import { startThrowawayServers } from './src/throwaway.mjs';

/** @typedef {import('./src/testing/jest.mjs').Tally} Tally */

// Jest gets the signal too, and ends; then the servers that were started here are stopped in order.
let isInterrupted = false;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    isInterrupted = true;
  });
}

const testAll = async () => {
  requireNode();
  await step('install', install);
  await step('build', build);
  const checks = await check();
  if (isInterrupted) throw new Trouble('interrupted');
  const tests = await test(process.argv.slice(2));
  return sum(checks, tests);
};

/** @returns {Promise<Tally>} */
const check = async () => {
  const outcomes = await runChecks();
  for (const { name, succeeded, output } of outcomes) say(succeeded ? `  ${name.padEnd(10)} ok` : `  ${name.padEnd(10)} FAILED\n${output}`);
  const failed = outcomes.filter(({ succeeded }) => !succeeded).length;
  return { passed: outcomes.length - failed, failed, skipped: 0 };
};

/**
 * @param {readonly string[]} args
 * @returns {Promise<Tally>}
 */
const test = async (args) => {
  removeStaleTests();
  const servers = await step('servers', async () => ({ said: 'Postgres and Redis for the tests', result: await startThrowawayServers() }));
  try {
    // The long tests see the rest of the answers (test-long.mjs).
    const isWhole = args.length === 0;
    if (isWhole) await forgetSeenAnswers();
    const { succeeded, ...tally } = await runJest(args, { ...servers.environment, ...(isWhole ? SEEN_ANSWERS : {}) });
    // Jest may fail without a failed test, for example if it finds no tests or too little coverage.
    return succeeded || tally.failed > 0 ? tally : { ...tally, failed: 1 };
  } finally {
    await servers.stop();
  }
};

process.exitCode = await reportTally(testAll);
