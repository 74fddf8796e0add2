/** Tests stand beside what they test and run on what tsc made of them. */
module.exports = {
  testEnvironment: 'node',
  transform: {},
  testMatch: ['<rootDir>/{packages,services,infra}/**/dist/**/*.test.js'],
  modulePathIgnorePatterns: ['<rootDir>/.local/'],
  // Servers and provers share two cores with the tests on a small machine: a limit is there to end what hangs, not to measure.
  testTimeout: 60_000,
  maxWorkers: '100%',
};
