import { isLibrary, type Program } from '@kirchhoff/coherence';
import { showPath } from '@kirchhoff/reports';
import { targetNamed } from '@kirchhoff/targets';
import type { Command } from 'commander';
import { type Context, type ExitCode, usageFailure } from '../context.js';
import { parseVectors, runVector, type VectorFile, type VectorResult, vectorFileOf, vectorText } from '../evaluation/vectors.js';
import { mustRead, readText, shownPath } from '../sources/files.js';
import { findSources } from '../sources/find.js';
import { writeWhole } from '../sources/lock.js';
import { loadProgram } from '../sources/program.js';
import { type Finish, printJson, safeJson } from './command.js';
import { targetOption } from './compile.js';
import { testInTarget } from './test-in-target.js';

interface TestOptions {
  readonly update?: boolean;
  readonly target?: string;
  readonly json?: boolean;
}

export function addTest(program: Command, context: Context, finish: Finish): void {
  program
    .command('test')
    .description('Run the vectors beside sources: half.vectors.json beside half.kir')
    .argument('[sources...]', 'files, folders or globs; default: every .kir file below this folder')
    .option('--update', 'write the results into the vectors, for a person to review')
    .addOption(targetOption('compile each program to a language, and run its tests there').conflicts('update'))
    .option('--json', 'print one line of JSON')
    .action((given: readonly string[], options: TestOptions) => finish(async () => testAsAsked(context, given, options)));
}

async function testAsAsked(context: Context, given: readonly string[], options: TestOptions): Promise<ExitCode> {
  const target = options.target === undefined ? undefined : targetNamed(options.target);
  return target === undefined ? test(context, given, options) : testInTarget(context, given, target, options.json === true);
}

interface Tested {
  readonly path: string;
  readonly results: readonly VectorResult[];
}

async function test(context: Context, given: readonly string[], options: TestOptions): Promise<ExitCode> {
  const { cwd } = context;
  const { files } = await findSources(cwd, given);
  const tested: Tested[] = [];
  let isInvalid = false;
  for (const file of files) {
    context.signal.throwIfAborted();
    const vectors = vectorFileOf(file);
    if (vectors === undefined) continue;
    const text = await readText(file);
    if (text.ok && isLibrary(text.text)) throw usageFailure(`${shownPath(cwd, file)} has vectors, but no circuit or policy.`);
    const loaded = await loadProgram(context, file);
    if (loaded === undefined) isInvalid = true;
    else tested.push(await testProgram(context, loaded.program, vectors, options));
  }
  const failed = tested.flatMap(({ results }) => results).filter(({ outcome }) => outcome !== 'passed');
  if (options.json === true) printJson(context, { files: tested });
  else tell(context, tested, options.update === true);
  if (isInvalid) return 2;
  return failed.length > 0 && options.update !== true ? 1 : 0;
}

async function testProgram(context: Context, program: Program, file: string, { update }: TestOptions): Promise<Tested> {
  const shown = shownPath(context.cwd, file);
  const vectors: VectorFile = parseVectors(await mustRead(context.cwd, file), shown, program);
  const results = vectors.vectors.map((vector, index) => runVector(program, vector, index + 1));
  const text = vectorText(
    vectors,
    results.map(({ outcome, vector, actual }) => (outcome === 'passed' ? vector : actual)),
  );
  if (update === true && results.some(({ outcome }) => outcome !== 'passed')) await writeWhole(file, text);
  return { path: shown, results };
}

function tell({ out, err }: Context, tested: readonly Tested[], isUpdate: boolean): void {
  const { style } = out;
  let passed = 0;
  let others = 0;
  for (const { path: name, results } of tested) {
    for (const { number, outcome, vector, actual } of results) {
      if (outcome === 'passed') {
        passed += 1;
        continue;
      }
      others += 1;
      const label = isUpdate ? style.yellow('updated') : style.red(outcome === 'failed' ? 'failed' : 'no expectation');
      out.write(`${showPath(name)}: vector ${number}: ${label}\n`);
      if (outcome === 'failed') out.write(`  expected ${safeJson(vector)}\n`);
      out.write(`  actual   ${safeJson(actual)}\n`);
    }
  }
  const verb = isUpdate ? 'updated: review them before you commit' : 'failed';
  err.write(`${passed} passed, ${others} ${verb}\n`);
}
