import { existsSync } from 'node:fs';
import path from 'node:path';
import { evidenceOf } from '@kirchhoff/coherence';
import { certificationReport, textReport } from '@kirchhoff/reports';
import {
  bytesOf,
  type CompiledFile,
  compile,
  MAIN_PROGRAM_HEAD,
  optionRefusal,
  TARGETS,
  type Target,
  targetNamed,
} from '@kirchhoff/targets';
import { type Command, Option } from 'commander';
import { certifyCached } from '../check/check-source.js';
import { CommandFailure, type Context, type ExitCode, usageFailure } from '../context.js';
import { fileTrouble, readText } from '../sources/files.js';
import { writeWhole } from '../sources/lock.js';
import { loadProgram } from '../sources/program.js';
import { type Finish, printJson } from './command.js';

interface CompileOptions {
  readonly target: string;
  readonly output?: string;
  readonly allowOpen?: boolean;
  readonly harness?: boolean;
  readonly guards: boolean;
  readonly tests?: boolean;
  readonly json?: boolean;
}

export function addCompile(program: Command, context: Context, finish: Finish): void {
  program
    .command('compile')
    .description('Compile a certified circuit or policy to another language')
    .argument('<source>', 'a circuit or a policy')
    .addOption(targetOption('the language').default('js'))
    .option('--output <folder>', 'write the files into a folder; default: the program on standard output')
    .option('--allow-open', 'compile an open circuit too: unproven operations are checked at run time')
    .option('--harness', 'add a program that reads inputs as JSON lines and writes outputs')
    .option('--no-guards', 'leave out the run-time checks of what a solver or a run of every input has closed')
    .option('--tests', 'add a file of tests with answers of the evaluator')
    .option('--json', 'print one line of JSON')
    .action((source: string, options: CompileOptions) => finish(async () => compileSource(context, source, options)));
}

/** Returns the option `--target`, which takes ids and aliases. */
export function targetOption(description: string): Option {
  return new Option('--target <language>', description).choices(TARGETS.flatMap(({ id, aliases }) => [id, ...aliases]));
}

async function compileSource(context: Context, name: string, options: CompileOptions): Promise<ExitCode> {
  const target = targetNamed(options.target);
  if (target === undefined) throw usageFailure(`There is no target '${options.target}'.`);
  const loaded = await loadProgram(context, name);
  if (loaded === undefined) return 2;
  const { source, program } = loaded;
  const isText = target.media_type.startsWith('text/');
  if (!isText && options.output === undefined && options.json !== true) {
    throw usageFailure(`${target.language} is no text: give a folder for the files with --output.`);
  }
  const [harness, tests] = [options.harness === true, options.tests === true];
  const unfit = optionRefusal(program, target, { harness, tests });
  if (unfit !== null) throw usageFailure(`${source.path}: ${unfit.message}.`);
  if ((harness || tests) && options.output === undefined && options.json !== true) {
    throw usageFailure(`${tests ? '--tests' : '--harness'} adds a file: give a folder for the files with --output.`);
  }
  const certification = await certifyCached(program, undefined);
  const { certified, certificate } = certification;
  const evidence = certificate === null || !options.guards ? undefined : evidenceOf(certificate);
  const allowOpen = options.allowOpen === true;
  const compilation = compile(program, target, {
    certified,
    allowOpen,
    harness,
    guards: options.guards,
    tests,
    evidence,
  });
  if (!compilation.ok) {
    const report = certificationReport(source.path, certification);
    context.err.write(textReport(report, (shown) => (shown === source.path ? source.text : undefined), context.err.style));
    const close = program.type === 'circuit' ? 'Close it, or compile it with --allow-open.' : 'Close it.';
    throw new CommandFailure(
      1,
      `${source.path} cannot be compiled: ${compilation.message}.`,
      compilation.refusal === 'open' ? close : undefined,
    );
  }
  const { compiled, files, entry, run, test } = compilation.program;
  // The answer comes after the files: a program that reads it finds them.
  if (options.output !== undefined) await writeFiles(context, options.output, { files, main: harness ? entry : null }, target);
  if (options.json === true) printJson(context, { target: target.id, files, entry, run, test: test ?? [], hash: program.hash, certified });
  else if (options.output === undefined) context.out.write(compiled);
  return 0;
}

/** Files of whole projects: a compiled circuit has its own, and must not replace that of its user. */
const MANIFESTS: readonly string[] = ['package.json', 'go.mod'];

/** `main`: the path of the main program; null if there is none. */
interface Written {
  readonly files: readonly CompiledFile[];
  readonly main: string | null;
}

function isOwnMain(text: string): boolean {
  return text.replace(/^(?:\/\/|#) /, '').startsWith(MAIN_PROGRAM_HEAD);
}

async function writeFiles(context: Context, folder: string, { files, main }: Written, target: Target): Promise<void> {
  for (const each of files) {
    const isMain = each.path === main;
    if (!isMain && !MANIFESTS.includes(each.path)) continue;
    const file = path.join(folder, each.path);
    const place = path.resolve(context.cwd, file);
    if (!existsSync(place)) continue;
    const found = await readText(place);
    if (found.ok && (found.text === each.content || (isMain && isOwnMain(found.text)))) continue;
    const owner = isMain ? 'is another program' : 'is that of another project';
    throw usageFailure(`${file} ${owner} and stays as it is.`, 'Give a folder of its own with --output.');
  }
  for (const each of files) {
    const file = path.join(folder, each.path);
    try {
      await writeWhole(path.resolve(context.cwd, file), bytesOf(each));
    } catch (error) {
      throw usageFailure(`${file} cannot be written: ${fileTrouble(error)}`);
    }
    context.err.write(`${file}: ${target.language}\n`);
  }
}
