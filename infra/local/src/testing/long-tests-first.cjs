const { default: TestSequencer } = require('@jest/test-sequencer');

/**
 * Tests that take longest, by a part of the path, the longest first. Jest knows the duration of a test only from an earlier run.
 * On a clean checkout it goes by the size of the file, and the last file would run alone.
 */
const LONG = [
  'drills/dist/images',
  'drills/dist/upgrade',
  'drills/dist/monitoring',
  'drills/dist/operator-page',
  'local/dist/start/start.e2e',
  'compiler/dist/cases',
  'registry/dist/runs/killed-worker',
  'solver/dist/operators',
  'coherence/dist/testing/planted',
  'coherence/dist/tests/rules/element-steps',
  'registry/dist/worker-cases',
  'platform/dist/authentication/revocations',
  'registry/dist/walks',
  'compiler/dist/decisions/log',
  'compiler/dist/engine/engine',
  'language/dist/syntax/hostile',
  'coherence/dist/tests/analysis/soundness',
  'kernel/dist/monomers/soundness',
  'coherence/dist/tests/certificate',
  'picture/picture',
  'targets/dist',
  'solver/dist',
  'registry/dist/cases',
  'coherence/dist',
  'registry/dist/operator',
  'registry/dist/runs',
  'registry/dist/keys/revocation',
  'registry/dist/certification',
  'contract.fuzz',
];

/** @param {string} path */
const place = (path) => {
  const found = LONG.findIndex((part) => path.includes(part));
  return found === -1 ? LONG.length : found;
};

module.exports = class LongTestsFirst extends TestSequencer {
  /**
   * @override
   * @param {Parameters<TestSequencer['sort']>[0]} tests
   */
  async sort(tests) {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's method of that name
    const sorted = await super.sort(tests);
    return sorted.toSorted((one, other) => place(one.path) - place(other.path));
  }
};
