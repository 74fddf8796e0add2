export { compile } from './compile.js';
export type { Compilation, CompiledFile, CompiledProgram, CompileOptions, Target } from './target.js';
export { TARGETS, targetNamed } from './targets.js';
