import type { CircuitProgram } from '@kirchhoff/coherence';
import { nodeTests } from '../cases/node-tests.js';
import { fileNameOf } from '../file-name.js';
import type { CompiledProgram, CompileOptions, Emitter } from '../target.js';
import { harness } from './harness.js';
import { moduleOf } from './module.js';
import { emitPolicy } from './policy/policy.js';

/**
 * Emits an ES module without dependencies. Its function takes an object of inputs in the JSON form of values, and returns outputs
 * in that form. It also accepts bigints for wide integers and Uint8Arrays for bytes. Inside, integers that may leave ±(2^53−1)
 * are bigints, all others numbers. Lists are arrays, bytes Uint8Arrays, records objects, `none` is null.
 */
export const javascript: Emitter = {
  target: { id: 'js', aliases: ['javascript'], language: 'JavaScript', version: 'ES2022', extension: 'mjs', media_type: 'text/javascript' },
  testRunner: 'node:test',
  emit: emitJavaScript,
  emitPolicy,
};

const MAIN = 'main.mjs';

function emitJavaScript(program: CircuitProgram, options: CompileOptions): CompiledProgram {
  const { harness: withHarness = false } = options;
  const circuit = moduleOf(program, options, 'javascript');
  const name = program.name === 'main' && withHarness ? 'circuit' : fileNameOf(program.name);
  const path = `${name}.mjs`;
  const test = `${name}.test.mjs`;
  const files = [
    { path, content: circuit.text },
    { path: `${name}.d.mts`, content: circuit.declarations },
  ];
  if (options.tests === true) files.push({ path: test, content: nodeTests(program, options, path, circuit.exported) });
  if (withHarness) files.push({ path: MAIN, content: harness(`./${path}`, circuit, 'javascript') });
  return {
    files,
    entry: withHarness ? MAIN : path,
    run: withHarness ? [`node ${MAIN}`] : [],
    ...(options.tests === true ? { test: [`node --test ${test}`] } : {}),
    compiled: circuit.text,
  };
}
