import type { CircuitProgram } from '@kirchhoff/coherence';
import { fileNameOf } from '../file-name.js';
import { lower } from '../lowered/lower.js';
import type { CompiledProgram, CompileOptions, Emitter } from '../target.js';
import { classOf } from './class-file.js';
import { harness } from './harness.js';
import { className, RESERVED_CLASSES } from './reserved.js';

/**
 * Emits a class without dependencies. Its method takes the inputs and returns a record of outputs. Integers are `int` if their domain
 * fits 32 bits and `long` elsewhere, tags constants of an enum, bytes `Bytes`, lists `List`, records are records, and an option is an
 * `Optional`.
 */
export const java: Emitter = {
  target: { id: 'java', aliases: [], language: 'Java', version: '17', extension: 'java', media_type: 'text/x-java-source' },
  emit: emitJava,
};

const MAIN = 'Main.java';

function emitJava(program: CircuitProgram, options: CompileOptions): CompiledProgram | null {
  const wanted = className(fileNameOf(program.name));
  const name = RESERVED_CLASSES.includes(wanted) ? `${wanted}Circuit` : wanted;
  const written = classOf(name, lower(program, options), options, program);
  if (written === null) return null;
  const file = { path: `${name}.java`, content: written.text };
  if (options.harness !== true) return { files: [file], entry: file.path, run: [], compiled: written.text };
  const main = { path: MAIN, content: harness(written) };
  return { files: [file, main], entry: MAIN, run: ['javac *.java', 'java Main'], compiled: written.text };
}
