import type { CircuitProgram } from '@kirchhoff/coherence';
import { nodeTests } from '../cases/node-tests.js';
import { fileNameOf } from '../file-name.js';
import { at } from '../plan/plan.js';
import type { CompiledProgram, CompileOptions, Emitter } from '../target.js';
import { writeCircuit } from './graph-function.js';
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

function emitJavaScript(program: CircuitProgram, options: CompileOptions): CompiledProgram | null {
  const { harness: withHarness = false } = options;
  const circuit = moduleOf(program, options, { exported: program.name, reserved: [] }, (module) => {
    writeCircuit(module, at(program.core.graphs, 0), at(program.sourceMap.graphs, 0));
  });
  if (circuit === null) return null;
  const path = program.name === 'main' && withHarness ? 'circuit.mjs' : `${fileNameOf(program.name)}.mjs`;
  const files = [{ path, content: circuit.text }];
  const test = path.replace(/mjs$/, 'test.mjs');
  if (options.tests === true) files.push({ path: test, content: nodeTests(program, options, path, circuit.exported) });
  if (withHarness) files.push({ path: MAIN, content: harness(`./${path}`, circuit.exported) });
  return {
    files,
    entry: withHarness ? MAIN : path,
    run: withHarness ? [`node ${MAIN}`] : [],
    ...(options.tests === true ? { test: [`node --test ${test}`] } : {}),
    compiled: circuit.text,
  };
}
