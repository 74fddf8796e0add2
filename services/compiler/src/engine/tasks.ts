/** What runs in the engine's threads. What goes in and comes out is plain data: see `work.ts`. */
export { analyze } from './analyze-task.js';
export { compile } from './compile-task.js';
export { evaluate } from './evaluate-task.js';
export { closePolicy, decide, loadPolicy } from './policy-tasks.js';
