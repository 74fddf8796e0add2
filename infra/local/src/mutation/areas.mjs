/**
 * The proof kernel, folder by folder. The cases of `coherence/testing/checker-cases` run against the mutants of every folder. The
 * test files named here run too, in the same process. They compare the folder with values or runs, not with its own form, and take
 * a few seconds at most.
 * @typedef {object} Area
 * @property {string} folder inside the repository
 * @property {readonly string[]} suites compiled test files inside `packages`
 * @property {boolean} withSearch true if programs are proven again for each mutant, which takes longest; otherwise the checker follows
 * certificates that were made before
 */

const ABSTRACT = [
  'kernel/dist/abstract/abstract.test.js',
  'kernel/dist/abstract/division.test.js',
  'kernel/dist/abstract/places.test.js',
  'kernel/dist/abstract/polynomial.test.js',
  'kernel/dist/abstract/ranges.test.js',
  'prover/dist/hull.test.js',
];

const ENCODER = [
  'kernel/dist/smt-lib/bounds.test.js',
  'kernel/dist/smt-lib/dialects.test.js',
  'kernel/dist/smt-lib/formulas.test.js',
  'kernel/dist/smt-lib/terms.test.js',
  'kernel/dist/smt/script-evaluator.test.js',
  'coherence/dist/tests/smt/closed-in-queries.test.js',
  'coherence/dist/tests/smt/model-inputs.test.js',
  'coherence/dist/tests/smt/models.test.js',
  'coherence/dist/tests/smt/trials.test.js',
];

/** @type {Readonly<Record<string, Area>>} */
export const AREAS = {
  certificate: {
    folder: 'packages/kernel/dist/certificate',
    suites: ['kernel/dist/certificate/assurance.test.js', 'coherence/dist/tests/certificate/assurance.test.js'],
    withSearch: false,
  },
  rules: {
    folder: 'packages/kernel/dist/rules',
    suites: ['coherence/dist/tests/rules/every-value.test.js', 'prover/dist/regressions.test.js'],
    withSearch: true,
  },
  abstract: {
    folder: 'packages/kernel/dist/abstract',
    suites: [
      ...ABSTRACT,
      'coherence/dist/tests/rules/every-value.test.js',
      'kernel/dist/monomers/precision.test.js',
      'kernel/dist/monomers/memory/analysis.test.js',
    ],
    withSearch: true,
  },
  smt: { folder: 'packages/kernel/dist/smt', suites: ENCODER, withSearch: false },
  'smt-lib': { folder: 'packages/kernel/dist/smt-lib', suites: ENCODER, withSearch: false },
};
