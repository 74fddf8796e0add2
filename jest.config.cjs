const { availableParallelism } = require('node:os');

/** Tests stand beside what they test and run on what tsc made of them. */
module.exports = {
  testEnvironment: 'node',
  transform: {},
  testMatch: ['<rootDir>/{packages,services,infra}/**/dist/**/*.test.js'],
  modulePathIgnorePatterns: ['<rootDir>/.local/'],
  // Servers and provers share two cores with the tests on a small machine: a limit is there to end what hangs, not to measure.
  testTimeout: 60_000,
  // Some tests wait, for leases, timeouts and processes: another then has their core.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  testSequencer: '<rootDir>/infra/local/src/testing/long-tests-first.cjs',
  // Tests run in a context of their own, where a global costs a call each time that it is looked up: as parameters of the
  // module they cost what they cost in production. Date is left out, so that it can be replaced.
  sandboxInjectedGlobals: [
    'Array',
    'BigInt',
    'BigInt64Array',
    'BigUint64Array',
    'Boolean',
    'DataView',
    'Error',
    'JSON',
    'Map',
    'Math',
    'Number',
    'Object',
    'RangeError',
    'Reflect',
    'RegExp',
    'Set',
    'String',
    'Symbol',
    'TextDecoder',
    'TextEncoder',
    'TypeError',
    'Uint8Array',
    'WeakMap',
    'WeakSet',
  ],
  // Every test file loads its modules anew and Node keeps what it compiled: a worker that has grown is replaced.
  workerIdleMemoryLimit: '1GB',
};
