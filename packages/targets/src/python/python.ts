import type { CircuitProgram } from '@kirchhoff/coherence';
import { fileNameOf } from '../file-name.js';
import { lower } from '../lowered/lower.js';
import type { CompiledProgram, CompileOptions, Emitter } from '../target.js';
import { harness } from './harness.js';
import { moduleOf } from './module.js';
import { circuitTests } from './tests.js';

/**
 * Emits a module without dependencies. Its function takes the inputs as keyword arguments and returns a named tuple of outputs.
 * Integers are `int`, texts and tags `str`, bytes `bytes`, lists `list`, records named tuples, `none` is `None`.
 */
export const python: Emitter = {
  target: { id: 'python', aliases: ['py'], language: 'Python', version: '3.9', extension: 'py', media_type: 'text/x-python' },
  testRunner: 'unittest',
  emit: emitPython,
};

const MAIN = 'main.py';

function emitPython(program: CircuitProgram, options: CompileOptions): CompiledProgram {
  const module = moduleOf(lower(program, options), options, program);
  // A suffix keeps the file from hiding a module of the standard library, and its name from being a keyword.
  const name = `${fileNameOf(program.name)}_circuit`;
  const { harness: withHarness = false, tests: withTests = false } = options;
  const files = [{ path: `${name}.py`, content: module.text }];
  if (withTests) files.push({ path: `test_${name}.py`, content: circuitTests(program, options, name, module) });
  if (withHarness) files.push({ path: MAIN, content: harness(name, module) });
  return {
    files,
    entry: withHarness ? MAIN : `${name}.py`,
    run: withHarness ? [`python3 ${MAIN}`] : [],
    ...(withTests ? { test: [`python3 -m unittest test_${name}`] } : {}),
    compiled: module.text,
  };
}
