import type { CircuitProgram } from '@kirchhoff/coherence';
import { fileNameOf } from '../file-name.js';
import { lower } from '../lowered/lower.js';
import type { CompiledProgram, CompileOptions, Emitter } from '../target.js';
import { harness } from './harness.js';
import { moduleOf } from './module.js';
import { circuitTests } from './tests.js';

/**
 * Emits a header and a source file of C11 without dependencies. Integers are `int32_t` or `int64_t`, tags constants of an `enum`, texts UTF-8 with
 * their size, records structs, options structs with `is_some`. The outputs own the memory of their values.
 */
export const c: Emitter = {
  target: { id: 'c', aliases: [], language: 'C', version: 'C11', extension: 'c', media_type: 'text/x-c' },
  testRunner: 'a main program',
  emit: emitC,
};

const MAIN = 'main.c';

function emitC(program: CircuitProgram, options: CompileOptions): CompiledProgram {
  // A suffix keeps the header apart from those of the standard library.
  const name = `${fileNameOf(program.name)}_circuit`;
  const module = moduleOf(lower(program, options), options, program, name);
  const { header, source } = module;
  const files = [
    { path: `${name}.h`, content: header },
    { path: `${name}.c`, content: source },
  ];
  const { harness: withHarness = false, tests: withTests = false } = options;
  const test = `${name}_test`;
  if (withHarness) files.push({ path: MAIN, content: harness(name, module) });
  if (withTests) files.push({ path: `${test}.c`, content: circuitTests(program, options, name, module) });
  return {
    files,
    entry: withHarness ? MAIN : `${name}.c`,
    run: withHarness ? [`cc -std=c11 -O2 -o main ${MAIN} ${name}.c`, './main'] : [],
    ...(withTests ? { test: [`cc -std=c11 -O1 -o ${test} ${test}.c ${name}.c`, `./${test}`] } : {}),
    compiled: `${header}\n${source}`,
  };
}
