export type * from './diagnostics/diagnostic.js';
export {
  type ActionError,
  type Attempt,
  compileBudgetedPolicy,
  compilePolicy,
  type Decision,
  type PolicyOptions,
} from './policy/policy.js';
export { type Evaluation, evaluate } from './program/evaluate.js';
export { type Files, NO_FILES } from './program/join-files.js';
export { type PinnedSource, programsOf } from './program/pinned-sources.js';
export { type Pin, type ProgramsByPin, pinsOf, type RefusedPins } from './program/pins.js';
export type * from './program/program.js';
export { type ReadOptions, read } from './program/read.js';
export type * from './program/source-map.js';
