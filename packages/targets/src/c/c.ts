import type { CircuitProgram } from '@kirchhoff/coherence';
import { fileNameOf } from '../file-name.js';
import { lower } from '../lowered/lower.js';
import type { CompiledProgram, CompileOptions, Emitter } from '../target.js';
import { harness } from './harness.js';
import { moduleOf } from './module.js';

/**
 * Emits a header and a source file of C11 without dependencies. Integers are `int64_t`, tags constants of an `enum`, texts UTF-8 with
 * their size, records structs, options structs with `is_some`. The outputs own the memory of their values.
 */
export const c: Emitter = {
  target: { id: 'c', aliases: [], language: 'C', version: 'C11', extension: 'c', media_type: 'text/x-c' },
  emit: emitC,
};

const MAIN = 'main.c';

function emitC(program: CircuitProgram, options: CompileOptions): CompiledProgram | null {
  // A suffix keeps the header apart from those of the standard library.
  const name = `${fileNameOf(program.name)}_circuit`;
  const module = moduleOf(lower(program, options), options, program, name);
  if (module === null) return null;
  const { header, source } = module;
  const files = [
    { path: `${name}.h`, content: header },
    { path: `${name}.c`, content: source },
  ];
  const compiled = `${header}\n${source}`;
  if (options.harness !== true) return { files, entry: `${name}.c`, run: [], compiled };
  const main = { path: MAIN, content: harness(name, module) };
  return { files: [...files, main], entry: MAIN, run: [`cc -std=c11 -O2 -o main ${MAIN} ${name}.c`, './main'], compiled };
}
