import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { evidenceOf, isLibrary, type Program } from '@kirchhoff/coherence';
import { bytesOf, type CompiledProgram, compile, optionRefusal, type Target } from '@kirchhoff/targets';
import { certifyCached } from '../check/check-source.js';
import { CommandFailure, type Context, type ExitCode, usageFailure } from '../context.js';
import { parseVectors, vectorFileOf } from '../evaluation/vectors.js';
import { mustRead, readText, shownPath } from '../sources/files.js';
import { findSources } from '../sources/find.js';
import { loadProgram } from '../sources/program.js';
import { printJson } from './command.js';

interface TestedInTarget {
  readonly path: string;
  readonly outcome: 'passed' | 'failed';
  /** The output of the language's test runner. */
  readonly output: string;
}

/**
 * Compiles each program to a language with its tests, which have the answers of the reference evaluator, and runs them in the test
 * runner of the language. The vectors beside a circuit are among them.
 */
export async function testInTarget(context: Context, given: readonly string[], target: Target, asJson: boolean): Promise<ExitCode> {
  const { cwd, out, err } = context;
  const { named, files } = await findSources(cwd, given);
  const tested: TestedInTarget[] = [];
  let isInvalid = false;
  for (const file of files) {
    context.signal.throwIfAborted();
    const text = await readText(file);
    if (text.ok && isLibrary(text.text)) continue;
    const loaded = await loadProgram(context, file);
    if (loaded === undefined) {
      isInvalid = true;
      continue;
    }
    const shown = shownPath(cwd, file);
    const unfit = optionRefusal(loaded.program, target, { tests: true });
    if (unfit !== null && named.has(file)) throw usageFailure(`${shown}: ${unfit.message}.`);
    if (unfit !== null) {
      err.write(`${shown}: left out: ${unfit.message}\n`);
      continue;
    }
    const compiled = await compiledWithTests(context, loaded.program, file, target);
    const result = { path: shown, ...(await runTests(context, compiled)) };
    tested.push(result);
    if (!asJson && result.outcome === 'failed') out.write(`${shown}: ${out.style.red('failed')} in ${target.language}\n${result.output}`);
  }
  const failed = tested.filter(({ outcome }) => outcome === 'failed').length;
  if (asJson) printJson(context, { target: target.id, files: tested });
  else err.write(`${tested.length - failed} passed, ${failed} failed in ${target.language}\n`);
  if (isInvalid) return 2;
  return failed > 0 ? 1 : 0;
}

async function compiledWithTests(context: Context, program: Program, file: string, target: Target): Promise<CompiledProgram> {
  const { certified, certificate } = await certifyCached(program, undefined);
  const evidence = certificate === null ? undefined : evidenceOf(certificate);
  const vectors = await inputsBeside(context, program, file);
  const compilation = compile(program, target, { certified, evidence, allowOpen: true, tests: true, vectors });
  if (compilation.ok) return compilation.program;
  throw new CommandFailure(1, `${shownPath(context.cwd, file)} cannot be compiled: ${compilation.message}.`);
}

async function inputsBeside({ cwd }: Context, program: Program, file: string): Promise<readonly unknown[]> {
  const name = vectorFileOf(file);
  if (name === undefined || program.type === 'policy') return [];
  const { vectors } = parseVectors(await mustRead(cwd, name), shownPath(cwd, name), program);
  return vectors.map(({ inputs }) => inputs);
}

async function runTests(context: Context, { files, test = [] }: CompiledProgram): Promise<Omit<TestedInTarget, 'path'>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kir-test-'));
  try {
    for (const file of files) {
      const written = path.join(folder, file.path);
      await mkdir(path.dirname(written), { recursive: true });
      await writeFile(written, bytesOf(file));
    }
    let output = '';
    for (const command of test) {
      const ran = await runCommand(context, command, folder);
      output += ran.output;
      if (ran.code === COMMAND_NOT_FOUND) {
        throw usageFailure(`\`${command}\` cannot run: a command is missing.`, 'Install the compiler or interpreter of the language.');
      }
      if (ran.code !== 0) return { outcome: 'failed', output };
    }
    return { outcome: 'passed', output };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The exit code of a POSIX shell for a command that does not exist. */
const COMMAND_NOT_FOUND = 127;

/** Runs a command of an emitter in a shell: its only text of an author is a name of letters, digits and underscores. */
async function runCommand({ signal }: Context, command: string, cwd: string): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { cwd, shell: true, signal, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
