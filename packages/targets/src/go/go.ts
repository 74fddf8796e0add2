import type { CircuitProgram } from '@kirchhoff/coherence';
import { fileNameOf } from '../file-name.js';
import { lower } from '../lowered/lower.js';
import type { CompiledProgram, CompileOptions, Emitter } from '../target.js';
import { harness } from './harness.js';
import { JSON_LINES } from './jsonlines.js';
import { packageOf } from './package.js';

/**
 * Emits a package without dependencies. Its function takes the inputs as a struct and returns a struct of outputs and an error.
 * Integers are `int64`, texts `string`, bytes `[]byte`, lists slices, records structs, tags constants of a type of strings, and
 * `T?` is `Option[T]`.
 */
export const go: Emitter = {
  target: { id: 'go', aliases: [], language: 'Go', version: '1.19', extension: 'go', media_type: 'text/x-go' },
  emit: emitGo,
};

const MAIN = 'main.go';

/** The module of the main program, which needs no other one. */
const MODULE = 'module circuit\n\ngo 1.19\n';

function emitGo(program: CircuitProgram, options: CompileOptions): CompiledProgram | null {
  const written = packageOf(lower(program, options), options, program);
  if (written === null) return null;
  // A suffix keeps the name of the file from ending in `_test` or in a platform, which the go command would leave out.
  const file = { path: `${fileNameOf(program.name)}_circuit.go`, content: written.text };
  if (options.harness !== true) return { files: [file], entry: file.path, run: [], compiled: written.text };
  const files = [
    { path: 'go.mod', content: MODULE },
    { path: MAIN, content: harness(written) },
    { path: 'jsonlines/jsonlines.go', content: JSON_LINES },
    { path: `${written.name}/${file.path}`, content: written.text },
  ];
  return { files, entry: MAIN, run: ['go run .'], compiled: written.text };
}
