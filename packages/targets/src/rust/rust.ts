import type { CircuitProgram } from '@kirchhoff/coherence';
import { fileNameOf } from '../file-name.js';
import { lower } from '../lowered/lower.js';
import type { CompiledProgram, CompileOptions, Emitter } from '../target.js';
import { harness } from './harness.js';
import { moduleOf } from './module.js';
import { RESERVED } from './reserved.js';

/**
 * Emits a module without dependencies. Its function takes a struct of inputs and returns one of outputs, or an error. Integers are
 * `i64`, texts `String`, bytes `Vec<u8>`, lists `Vec`, options `Option`, records structs, and enumerations enums.
 */
export const rust: Emitter = {
  target: { id: 'rust', aliases: ['rs'], language: 'Rust', version: '1.63', extension: 'rs', media_type: 'text/x-rust' },
  emit: emitRust,
};

const MAIN = 'main';

function emitRust(program: CircuitProgram, options: CompileOptions): CompiledProgram | null {
  const module = moduleOf(lower(program, options), options, program);
  if (module === null) return null;
  const wanted = fileNameOf(program.name);
  const name = wanted === MAIN || RESERVED.includes(wanted) ? `${wanted}_circuit` : wanted;
  const file = { path: `${name}.rs`, content: module.text };
  if (options.harness !== true) return { files: [file], entry: file.path, run: [], compiled: module.text };
  const main = { path: `${MAIN}.rs`, content: harness(name, module) };
  return {
    files: [file, main],
    entry: main.path,
    run: [`rustc --edition 2021 -O ${main.path} -o ${MAIN}`, `./${MAIN}`],
    compiled: module.text,
  };
}
