// npm run test:long [arguments for jest…]: the tests that `npm test` omits, on a Postgres and a Redis of their own.
import { build } from './src/build.mjs';
import { install } from './src/install.mjs';
import { requireNode } from './src/node-version.mjs';
import { say, step } from './src/progress.mjs';
import { hasSeenAnswers, SEEN_ANSWERS, tellUnseenAnswers } from './src/testing/descriptions.mjs';
import { runJest } from './src/testing/jest.mjs';
import { removeStaleTests } from './src/testing/stale-output.mjs';
import { reportTally, sum } from './src/testing/tally.mjs';
import { startThrowawayServers } from './src/throwaway.mjs';

// Jest gets the signal too, and ends; then the servers that were started here are stopped in order.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => undefined);

const testLong = async () => {
  requireNode();
  await step('install', install);
  await step('build', build);
  removeStaleTests();
  const args = process.argv.slice(2);
  // Only both whole runs together see every answer.
  const isWhole = args.length === 0 && (await hasSeenAnswers());
  const servers = await step('servers', async () => ({ said: 'Postgres and Redis for the tests', result: await startThrowawayServers() }));
  try {
    const environment = { ...servers.environment, LONG_TESTS: '1', ...(isWhole ? SEEN_ANSWERS : {}) };
    const { succeeded, ...tally } = await runJest(args, environment);
    if (!succeeded) return tally.failed > 0 ? tally : { ...tally, failed: 1 };
    if (isWhole) return sum(tally, await tellUnseenAnswers());
    say(
      '\nThe described answers were not compared with the seen ones: run `npm test` and then `npm run test:long`, both without arguments.',
    );
    return tally;
  } finally {
    await servers.stop();
  }
};

process.exitCode = await reportTally(testLong);
