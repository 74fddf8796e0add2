import type { CircuitProgram } from '@kirchhoff/coherence';
import { fileNameOf } from '../file-name.js';
import { lower } from '../lowered/lower.js';
import type { CompiledProgram, CompileOptions, Emitter } from '../target.js';
import { classOf } from './class-file.js';
import { harness } from './harness.js';
import { className, RESERVED_CLASSES } from './reserved.js';
import { circuitTests, testsName } from './tests.js';

/**
 * Emits a class without dependencies. Its method takes the inputs and returns a record of outputs. Integers are `int` if their domain
 * fits 32 bits and `long` elsewhere, tags constants of an enum, bytes `Bytes`, lists `List`, records are records, and an option is an
 * `Optional`.
 */
export const java: Emitter = {
  target: { id: 'java', aliases: [], language: 'Java', version: '17', extension: 'java', media_type: 'text/x-java-source' },
  testRunner: 'java',
  emit: emitJava,
};

const MAIN = 'Main.java';

function emitJava(program: CircuitProgram, options: CompileOptions): CompiledProgram {
  const wanted = className(fileNameOf(program.name));
  const name = RESERVED_CLASSES.includes(wanted) ? `${wanted}Circuit` : wanted;
  const written = classOf(name, lower(program, options), options, program);
  const { harness: withHarness = false, tests: withTests = false } = options;
  const tests = testsName(name);
  const files = [{ path: `${name}.java`, content: written.text }];
  if (withHarness) files.push({ path: MAIN, content: harness(written) });
  if (withTests) files.push({ path: `${tests}.java`, content: circuitTests(program, options, written) });
  return {
    files,
    entry: withHarness ? MAIN : `${name}.java`,
    run: withHarness ? ['javac *.java', 'java Main'] : [],
    ...(withTests ? { test: [`javac ${name}.java ${tests}.java`, `java ${tests}`] } : {}),
    compiled: written.text,
  };
}
