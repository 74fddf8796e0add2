/**
 * The proof kernel, folder by folder, with the test files that are to kill its mutants: those that hold the folder to the
 * truth of programs or of runs, not to its own form. They run in stages, the quick ones first; the next stage runs only for
 * what survived. A path is the beginning of compiled test files inside `packages`.
 * @typedef {object} Area
 * @property {string} folder inside the repository
 * @property {readonly (readonly string[])[]} stages
 */

const CHECKER = ['kernel/dist/certificate/', 'coherence/dist/tests/certificate/refusals', 'prover/dist/regressions'];
const FORGED = ['coherence/dist/tests/certificate/forgeries', 'coherence/dist/tests/certificate/assurance'];
const DRAWN = ['coherence/dist/tests/analysis/soundness', 'coherence/dist/tests/certificate/check', 'coherence/dist/conformance'];

/** @type {Readonly<Record<string, Area>>} */
export const AREAS = {
  certificate: { folder: 'packages/kernel/dist/certificate', stages: [CHECKER, FORGED, DRAWN] },
  rules: { folder: 'packages/kernel/dist/rules', stages: [[...CHECKER, 'coherence/dist/tests/rules/'], FORGED, DRAWN] },
  abstract: {
    folder: 'packages/kernel/dist/abstract',
    stages: [['kernel/dist/abstract/', ...CHECKER], FORGED, ['kernel/dist/monomers/', ...DRAWN]],
  },
  smt: { folder: 'packages/kernel/dist/smt', stages: [['kernel/dist/smt/', 'coherence/dist/tests/smt/'], ['solver/dist/']] },
};
