/** Tests stand beside what they test and run on what tsc made of them. */
module.exports = {
  testEnvironment: 'node',
  transform: {},
  testMatch: ['<rootDir>/{packages,services,infra}/**/dist/**/*.test.js'],
  modulePathIgnorePatterns: ['<rootDir>/.local/'],
  // Servers and provers share two cores with the tests on a small machine: a limit is there to end what hangs, not to measure.
  testTimeout: 60_000,
  maxWorkers: '100%',
  // Every test file loads its modules anew and Node keeps what it compiled: a worker that has grown is replaced.
  workerIdleMemoryLimit: '1GB',
};
