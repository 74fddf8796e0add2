export { compile } from './compile.js';
export type { Compilation, CompiledFile, CompiledProgram, CompileOptions, Target } from './target.js';
export { EMITTER_VERSION, TARGETS, targetNamed } from './targets.js';
