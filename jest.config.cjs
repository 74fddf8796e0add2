const { spawnSync } = require('node:child_process');
const { availableParallelism } = require('node:os');

/** Long runs and drills have commands of their own: `npm run test:long` and `npm run drills`. */
const IGNORED =
  process.env['LONG_TESTS'] !== undefined
    ? ['(?<!\\.long)\\.test\\.js$']
    : process.env['DRILLS'] !== undefined
      ? ['(?<!\\.drill)\\.test\\.js$']
      : ['\\.(long|drill)\\.test\\.js$'];

/** Tests that run compiled programs need the languages' own tools. In CI a missing one is a failure. */
const WITHOUT_TOOLS = [];
if (process.env['CI'] === undefined && spawnSync('python3', ['--version']).status !== 0) {
  process.stderr.write('SKIPPED the tests that run compiled Python: python3 is not installed. Run `npm run targets:install`\n');
  WITHOUT_TOOLS.push('targets/dist/python/', 'targets/dist/targets\\.', 'cli/dist/commands/compile\\.');
}

/** Tests are beside the sources that they test, and run from the output of tsc. */
module.exports = {
  testEnvironment: '<rootDir>/infra/local/src/testing/main-context-environment.cjs',
  runtime: '<rootDir>/infra/local/src/testing/main-context-runtime.cjs',
  transform: {},
  testMatch: ['<rootDir>/{packages,services,infra}/**/dist/**/*.test.js'],
  testPathIgnorePatterns: [...IGNORED, ...WITHOUT_TOOLS],
  modulePathIgnorePatterns: ['<rootDir>/.local/'],
  // Servers and provers share two cores with the tests on a small machine: a limit is to end a test that hangs, not to measure
  // time. Long runs start browsers, services and tools of other languages in one test.
  testTimeout: process.env['LONG_TESTS'] === undefined ? 60_000 : 240_000,
  // Some tests wait for leases, timeouts and processes: another test then uses the core.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  testSequencer: '<rootDir>/infra/local/src/testing/long-tests-first.cjs',
  // Every test file loads its modules again, and Node keeps the compiled code: a worker that has grown is replaced.
  workerIdleMemoryLimit: '1GB',
};
