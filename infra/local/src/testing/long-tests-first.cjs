const { default: TestSequencer } = require('@jest/test-sequencer');

/**
 * Tests that take longest, by a part of the path, the longest first. Jest knows how long a test takes only from an
 * earlier run, and a clean checkout has none: it goes by the size of the file, and the last one would run alone.
 */
const LONG = [
  'local/dist/start/start.e2e',
  'registry/dist/runs/killed-worker',
  'coherence/dist/testing/planted',
  'kernel/dist/monomers/soundness',
  'coherence/dist/tests/certificate',
  'coherence/dist/tests/elaborate/scale',
  'targets/dist',
  'solver/dist',
  'language/dist/syntax/hostile',
  'coherence/dist',
  'registry/dist/operator',
  'registry/dist/runs',
  'registry/dist/certification',
  'registry/dist/graph',
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
