import type { CircuitProgram } from '@kirchhoff/coherence';
import { nodeTests } from '../cases/node-tests.js';
import { harness } from '../ecmascript/harness.js';
import { RESERVED } from '../ecmascript/reserved.js';
import { fileNameOf } from '../file-name.js';
import { lower } from '../lowered/lower.js';
import { Names } from '../plan/names.js';
import { type CompiledProgram, type CompileOptions, type Emitter } from '../target.js';
import { Room } from '../writing/room.js';
import { assemble } from './assembler/assemble.js';
import { declarationsOf } from './loader/declarations.js';
import { describeCircuit, headerLines } from './loader/documentation.js';
import { loaderOf } from './loader/loader.js';
import { LOADER_PIECE_NAMES } from './loader/pieces.js';
import { moduleOf } from './module.js';
import { Shared } from './shared.js';

/**
 * Emits a module of WebAssembly and its loader in JavaScript. The loader exports the circuit as a function, which takes and returns
 * values in the JSON form as the target `js` does. `docs/targets/wasm.md` describes the module for other hosts.
 */
export const wasm: Emitter = {
  target: {
    id: 'wasm',
    aliases: [],
    language: 'WebAssembly',
    version: '1.0 with bulk memory and sign extension',
    extension: 'wasm',
    media_type: 'application/wasm',
  },
  testRunner: 'node:test',
  emit: emitWasm,
};

const MAIN = 'main.mjs';

/** Names at the top of a loader. */
export const LOADER_NAMES: readonly string[] = [
  ...LOADER_PIECE_NAMES,
  ...'call errorOf source read memory alloc mark release failure run instance view room host failures buffer refresh ports writePort encoder decoder'.split(
    ' ',
  ),
  ...'fromBase64 toBase64 atob btoa crypto fetch inputs before error'.split(' '),
];

function emitWasm(program: CircuitProgram, options: CompileOptions): CompiledProgram {
  const room = new Room();
  const shared = new Shared(room);
  const lowered = lower(program, options);
  const module = moduleOf(lowered, shared);
  const content = Buffer.from(assemble(module.parts)).toString('base64');
  // A suffix keeps the loader from being the main program.
  const name = program.name === 'main' ? 'circuit' : fileNameOf(program.name);
  const exported = new Names([...RESERVED, ...LOADER_NAMES]).fresh(program.name);
  const file = `${name}.wasm`;
  const words = { exported, file, header: headerLines(lowered, options), documentation: describeCircuit(lowered, program) };
  const loader = loaderOf(lowered, module, shared, room, words);
  const throws = shared.allFailures().some(({ kind }) => kind === 'place');
  const declarations = declarationsOf(lowered, { ...words, throws, host: module.host }, room);
  const { harness: withHarness = false, tests: withTests = false } = options;
  const path = `${name}.mjs`;
  const test = `${name}.test.mjs`;
  const errors = throws ? (['DomainError', lowered.error] as const) : (['DomainError'] as const);
  return {
    files: [
      { path: file, content, encoding: 'base64' },
      { path, content: loader },
      { path: `${name}.d.mts`, content: declarations },
      ...(withTests ? [{ path: test, content: nodeTests(program, options, path, exported) }] : []),
      ...(withHarness ? [{ path: MAIN, content: harness(`./${path}`, { exported, errors }, 'javascript') }] : []),
    ],
    entry: withHarness ? MAIN : file,
    run: withHarness ? [`node ${MAIN}`] : [],
    ...(withTests ? { test: [`node --test ${test}`] } : {}),
    compiled: content,
  };
}
