/** The tasks of the engine's threads. Inputs and results are plain data: see `work.ts`. */
export { analyze } from './analyze-task.js';
export { compare, comparePolicies } from './compare-task.js';
export { compile } from './compile-task.js';
export { emitPolicy } from './emit-task.js';
export { evaluate } from './evaluate-task.js';
export { format } from './format-task.js';
export { closePolicy, decide, loadPolicy, policyGraph, testPolicy } from './policy-tasks.js';
export { replayPolicy } from './replay-task.js';
