import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type CircuitProgram, certify, type Monomer } from '@kirchhoff/coherence';
import { compile } from '../compile.js';
import type { CompiledFile, CompiledProgram, CompileOptions } from '../target.js';
import { targetNamed } from '../targets.js';
import { sourcesOf } from './monomer-circuits.js';
import { answerOf, circuitOf, type ExpectedAnswer, referenceAnswer } from './reference.js';
import { sampled } from './variants.js';

/** A circuit in one of its forms, and the lines that it answers. */
export interface Run {
  readonly program: CircuitProgram;
  readonly options: Omit<CompileOptions, 'allowOpen' | 'harness'>;
  readonly lines: readonly string[];
}

/** A compiled circuit with its main program, and the lines that it answers. */
export interface BuiltRun {
  readonly files: readonly CompiledFile[];
  readonly lines: readonly string[];
}

/** The compiler and the runner of a target's language, as the tests use them. */
export interface Toolchain {
  /** The id of the target. */
  readonly target: string;
  /** The commands that have to be on the PATH. */
  readonly commands: readonly string[];
  /** True if a compiler builds the programs, which takes much longer than their answers: each circuit is then built in one form. */
  readonly isCompiled?: true;
  /**
   * Builds the programs together, as far as the language allows, since the start of a compiler takes longer than most programs;
   * runs each on its lines; returns the printed lines of each. Warnings of the compiler are errors.
   */
  readonly answers: (runs: readonly BuiltRun[]) => readonly (readonly string[])[];
  /** Runs the tests that each program brings; throws with the output of the runner if one fails. */
  readonly runTests: (programs: readonly CompiledProgram[]) => void;
}

/** Runs test files of `node --test` in one process; throws if a test fails, or if there is none. */
export function runNodeTests(folder: string, tests: readonly string[]): void {
  writeFileSync(path.join(folder, 'all.test.mjs'), tests.map((test) => `import './${test}';\n`).join(''));
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const options = { cwd: folder, env, encoding: 'utf8', maxBuffer: 2 ** 29 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', 'all.test.mjs'], options);
  if (status !== 0 || !/^# pass [1-9]/m.test(stdout)) {
    const failed = stdout.split(/^(?=not ok|    not ok)/m).slice(1, 4);
    throw new Error(`${failed.join('')}${stdout.slice(-500)}${stderr}`.slice(0, 9_000));
  }
}

/** Returns true if all commands are there. Elsewhere than in CI their absence is told only. */
export function isInstalled({ target, commands }: Pick<Toolchain, 'target' | 'commands'>): boolean {
  const missing = commands.filter((command) => spawnSync('/bin/sh', ['-c', `command -v ${command}`]).status !== 0);
  if (missing.length === 0) return true;
  const message = `the tests of the target ${target} need ${missing.join(', ')}: run npm run targets:install`;
  if (process.env['CI'] !== undefined) throw new Error(message);
  process.stderr.write(`${message}; they are skipped\n`);
  return false;
}

/** Compiles a circuit to a target, with its main program. */
export function compiledTo(target: string, program: CircuitProgram, options: Run['options']): CompiledProgram {
  const found = targetNamed(target);
  if (found === undefined) throw new Error(`no target ${target}`);
  const compilation = compile(program, found, { ...options, allowOpen: true, harness: true });
  if (!compilation.ok) throw new Error(compilation.message);
  return compilation.program;
}

/** Returns the forms of a circuit: open, and if it closes also without guards and with all of them. */
export function formsOf(program: CircuitProgram, lines: readonly string[], closed = certify(program).certified): readonly Run[] {
  const open = { program, options: { certified: false }, lines };
  if (!closed) return [open];
  return [open, { program, options: { certified: true, guards: false }, lines }, { program, options: { certified: true }, lines }];
}

/** Returns all forms of each circuit; for a compiled language one form of each, in turns. */
export function formsFor(
  { isCompiled }: Pick<Toolchain, 'isCompiled'>,
  circuits: readonly { readonly program: CircuitProgram; readonly lines: readonly string[]; readonly closed?: boolean }[],
): readonly Run[] {
  return circuits.flatMap(({ program, lines, closed }, index) => {
    const forms = closed === undefined ? formsOf(program, lines) : formsOf(program, lines, closed);
    return isCompiled === true ? forms.slice(index % forms.length, (index % forms.length) + 1) : forms;
  });
}

/** Returns the open circuits that apply a monomer, with inputs at the ends of their domains and generated ones. */
export function runsOf(monomer: Monomer, count: number): readonly Run[] {
  return sourcesOf(monomer).map((source) => {
    const program = circuitOf(source);
    return { program, options: { certified: false }, lines: sampled(program, count, 5) };
  });
}

/** Compiles all circuits and returns the answers of each. */
export function answersOf(toolchain: Toolchain, runs: readonly Run[]): readonly (readonly ExpectedAnswer[])[] {
  const built = runs.map(({ program, options, lines }) => ({ files: compiledTo(toolchain.target, program, options).files, lines }));
  return toolchain.answers(built).map((each) => each.map(answerOf));
}

/** Compares the compiled circuits with the reference on every line. */
export function holdToReference(toolchain: Toolchain, runs: readonly Run[]): void {
  heldAnswers(toolchain, runs);
}

/** Compares the compiled circuits with the reference on every line, and returns their answers. */
export function heldAnswers(toolchain: Toolchain, runs: readonly Run[]): readonly (readonly ExpectedAnswer[])[] {
  const answers = answersOf(toolchain, runs);
  for (const [index, { program, options, lines }] of runs.entries()) {
    const differing = lines.flatMap((line, place) => {
      const [told, expected] = [answers[index]?.[place], referenceAnswer(program, line)];
      return isDeepStrictEqual(told, expected) ? [] : [{ line: line.slice(0, MAX_SHOWN), told, expected }];
    });
    expect({ name: program.name, options, differing: differing.slice(0, 3) }).toEqual({ name: program.name, options, differing: [] });
  }
  return answers;
}

/** Limit for the characters of a line that a failed test shows. */
const MAX_SHOWN = 2_000;
