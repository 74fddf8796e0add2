import type { CircuitProgram, PolicyProgram } from '@kirchhoff/coherence';
import { nodeTests } from '../cases/node-tests.js';
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
  testRunner: 'node:test',
  emit: emitTypeScript,
  emitPolicy: emitTypedPolicy,
};

const MAIN = 'main.ts';
const BUILD = 'tsc --strict --target es2022 --lib es2022 --module nodenext --types "" --skipLibCheck --outDir out';
/** The compiled files are modules. */
const PACKAGE = { path: 'package.json', content: '{\n  "type": "module"\n}\n' };

function emitTypeScript(program: CircuitProgram, options: CompileOptions): CompiledProgram {
  const { harness: withHarness = false, tests: withTests = false } = options;
  const circuit = moduleOf(program, options, 'typescript');
  const name = program.name === 'main' && withHarness ? 'circuit' : fileNameOf(program.name);
  const path = `${name}.ts`;
  const test = `${name}.test.mjs`;
  const files = [{ path, content: circuit.text }];
  if (withTests) files.push({ path: test, content: nodeTests(program, options, `out/${name}.js`, circuit.exported) });
  if (withHarness) files.push({ path: MAIN, content: harness(`./${name}.js`, circuit, 'typescript') });
  if (withTests || withHarness) files.push(PACKAGE);
  return {
    files,
    entry: withHarness ? MAIN : path,
    run: withHarness ? [`${BUILD} ${MAIN}`, 'node out/main.js'] : [],
    ...(withTests ? { test: [`${BUILD} ${path}`, `node --test ${test}`] } : {}),
    compiled: circuit.text,
  };
}

function emitTypedPolicy(program: PolicyProgram, options: CompileOptions): CompiledProgram {
  const text = policyIn('typescript', program, options);
  const name = fileNameOf(program.name);
  const path = `${name}.ts`;
  const file = { path, content: text };
  if (options.tests !== true) return { files: [file], entry: path, run: [], compiled: text };
  const test = `${name}.test.mjs`;
  return {
    files: [file, { path: test, content: testsOf(program, `out/${name}.js`) }, PACKAGE],
    entry: path,
    run: [],
    test: [`${BUILD} ${path}`, `node --test ${test}`],
    compiled: text,
  };
}
