import type { CircuitProgram, PolicyProgram } from '@kirchhoff/coherence';
import { fileNameOf } from '../file-name.js';
import type { CompiledProgram, CompileOptions, Emitter } from '../target.js';
import { harness } from './harness.js';
import { moduleOf } from './module.js';
import { policyIn } from './policy/policy.js';
import { testsOf } from './policy/tests.js';

/**
 * Emits the module of the JavaScript target with its types, for a compiler in strict mode. Without types, both are the same text.
 */
export const typescript: Emitter = {
  target: { id: 'ts', aliases: ['typescript'], language: 'TypeScript', version: '5.0', extension: 'ts', media_type: 'text/typescript' },
  emit: emitTypeScript,
  emitPolicy: emitTypedPolicy,
};

const MAIN = 'main.ts';
const BUILD = 'tsc --strict --target es2022 --lib es2022 --module nodenext --types "" --skipLibCheck --outDir out';
/** The compiled files are modules. */
const PACKAGE = { path: 'package.json', content: '{\n  "type": "module"\n}\n' };

function emitTypeScript(program: CircuitProgram, options: CompileOptions): CompiledProgram | null {
  const { harness: withHarness = false } = options;
  const circuit = moduleOf(program, options, 'typescript');
  if (circuit === null) return null;
  const name = program.name === 'main' && withHarness ? 'circuit' : fileNameOf(program.name);
  const file = { path: `${name}.ts`, content: circuit.text };
  if (!withHarness) return { files: [file], entry: file.path, run: [], compiled: circuit.text };
  const main = { path: MAIN, content: harness(`./${name}.js`, circuit, 'typescript') };
  return { files: [file, main, PACKAGE], entry: MAIN, run: [`${BUILD} ${MAIN}`, 'node out/main.js'], compiled: circuit.text };
}

function emitTypedPolicy(program: PolicyProgram, options: CompileOptions): CompiledProgram | null {
  const text = policyIn('typescript', program, options);
  if (text === null) return null;
  const path = `${fileNameOf(program.name)}.ts`;
  const compiledPath = path.replace(/ts$/, 'js');
  const tests = options.tests === true ? [{ path: path.replace(/ts$/, 'test.mjs'), content: testsOf(program, compiledPath) }] : [];
  return { files: [{ path, content: text }, ...tests], entry: path, run: [], compiled: text };
}
