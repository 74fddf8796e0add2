import type { CircuitProgram } from '@kirchhoff/coherence';
import { fileNameOf } from '../file-name.js';
import { lower } from '../lowered/lower.js';
import type { CompiledProgram, CompileOptions, Emitter } from '../target.js';
import { harness } from './harness.js';
import { JSON_LINES } from './jsonlines.js';
import { packageOf } from './package.js';
import { circuitTests } from './tests.js';

/**
 * Emits a package without dependencies. Its function takes the inputs as a struct and returns a struct of outputs and an error.
 * Integers are `int32` or `int64`, texts `string`, bytes `[]byte`, lists slices, records structs, tags constants of a type of strings, and
 * `T?` is `Option[T]`.
 */
export const go: Emitter = {
  target: { id: 'go', aliases: [], language: 'Go', version: '1.19', extension: 'go', media_type: 'text/x-go' },
  testRunner: 'go test',
  emit: emitGo,
};

const MAIN = 'main.go';

/** The module of the main program, which needs no other one. */
const MODULE = 'module circuit\n\ngo 1.19\n';

function emitGo(program: CircuitProgram, options: CompileOptions): CompiledProgram {
  const written = packageOf(lower(program, options), options, program);
  // A suffix keeps the name of the file from ending in `_test` or in a platform, which the go command would leave out.
  const name = `${fileNameOf(program.name)}_circuit`;
  const { harness: withHarness = false, tests: withTests = false } = options;
  const folder = withHarness ? `${written.name}/` : '';
  const own = [{ path: `${folder}${name}.go`, content: written.text }];
  if (withTests) own.push({ path: `${folder}${name}_test.go`, content: circuitTests(program, options, written) });
  const main = [
    { path: 'go.mod', content: MODULE },
    { path: MAIN, content: harness(written) },
    { path: 'jsonlines/jsonlines.go', content: JSON_LINES },
  ];
  return {
    files: withHarness ? [...main, ...own] : own,
    entry: withHarness ? MAIN : `${name}.go`,
    run: withHarness ? ['go run .'] : [],
    ...(withTests ? { test: [withHarness ? 'go test ./...' : `go test ${name}.go ${name}_test.go`] } : {}),
    compiled: written.text,
  };
}
