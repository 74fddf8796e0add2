export { bytesOf, compile, optionRefusal } from './compile.js';
export { fileNameOf } from './file-name.js';
export {
  type Compilation,
  type CompiledFile,
  type CompiledProgram,
  type CompileOptions,
  MAIN_PROGRAM_HEAD,
  MAX_PROGRAM_LENGTH,
  type OptionRefusal,
  type ServiceVersion,
  type Target,
  type TargetRefusal,
} from './target.js';
export { EMITTER_VERSION, TARGETS, targetNamed } from './targets.js';
