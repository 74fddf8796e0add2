import type { CircuitProgram } from '@kirchhoff/coherence';
import { fileNameOf } from '../file-name.js';
import { lower } from '../lowered/lower.js';
import type { CompiledProgram, CompileOptions, Emitter } from '../target.js';
import { harness } from './harness.js';
import { moduleOf } from './module.js';
import { RESERVED } from './reserved.js';
import { circuitTests } from './tests.js';

/**
 * Emits a module without dependencies. Its function takes a struct of inputs and returns one of outputs, or an error. Integers are
 * `i32` or `i64`, texts `String`, bytes `Vec<u8>`, lists `Vec`, options `Option`, records structs, and enumerations enums.
 */
export const rust: Emitter = {
  target: { id: 'rust', aliases: ['rs'], language: 'Rust', version: '1.63', extension: 'rs', media_type: 'text/x-rust' },
  testRunner: 'rustc --test',
  emit: emitRust,
};

const MAIN = 'main';

function emitRust(program: CircuitProgram, options: CompileOptions): CompiledProgram {
  const module = moduleOf(lower(program, options), options, program);
  const wanted = fileNameOf(program.name);
  const name = wanted === MAIN || RESERVED.includes(wanted) ? `${wanted}_circuit` : wanted;
  const { harness: withHarness = false, tests: withTests = false } = options;
  const files = [{ path: `${name}.rs`, content: module.text }];
  if (withHarness) files.push({ path: `${MAIN}.rs`, content: harness(name, module) });
  const test = `${name}_test`;
  if (withTests) files.push({ path: `${test}.rs`, content: circuitTests(program, options, name, module) });
  return {
    files,
    entry: withHarness ? `${MAIN}.rs` : `${name}.rs`,
    run: withHarness ? [`rustc --edition 2021 -O ${MAIN}.rs -o ${MAIN}`, `./${MAIN}`] : [],
    ...(withTests ? { test: [`rustc --edition 2021 --test ${test}.rs -o ${test}`, `./${test}`] } : {}),
    compiled: module.text,
  };
}
