const { availableParallelism } = require('node:os');

/** Tests stand beside what they test and run on what tsc made of them. */
module.exports = {
  testEnvironment: '<rootDir>/infra/local/src/testing/main-context-environment.cjs',
  runtime: '<rootDir>/infra/local/src/testing/main-context-runtime.cjs',
  transform: {},
  testMatch: ['<rootDir>/{packages,services,infra}/**/dist/**/*.test.js'],
  // Long runs have a command of their own, `npm run test:long`.
  testPathIgnorePatterns: process.env['LONG_TESTS'] === undefined ? ['\\.long\\.test\\.js$'] : ['(?<!\\.long)\\.test\\.js$'],
  modulePathIgnorePatterns: ['<rootDir>/.local/'],
  // Servers and provers share two cores with the tests on a small machine: a limit is there to end what hangs, not to measure.
  testTimeout: 60_000,
  // Some tests wait, for leases, timeouts and processes: another then has their core.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  testSequencer: '<rootDir>/infra/local/src/testing/long-tests-first.cjs',
  // Every test file loads its modules anew and Node keeps what it compiled: a worker that has grown is replaced.
  workerIdleMemoryLimit: '1GB',
};
