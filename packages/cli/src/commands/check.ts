import path from 'node:path';
import { ENGINE_VERSION, isLibrary } from '@kirchhoff/coherence';
import {
  diagnosticsReport,
  failedReport,
  githubAnnotations,
  gitlabIssues,
  junitDocument,
  markdownTable,
  type SourceReport,
  sarifLog,
  textReport,
} from '@kirchhoff/reports';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { checkAll } from '../check/pool.js';
import type { Context, ExitCode } from '../context.js';
import { usageFailure } from '../context.js';
import { ProgressLine } from '../progress.js';
import { type ChangedFiles, changedSince } from '../sources/changed.js';
import { fileTrouble } from '../sources/files.js';
import { findSources } from '../sources/find.js';
import { type LoadedSource, loadSource } from '../sources/load.js';
import { LOCK_NAME, lockFor, PINS_FOLDER, writeWhole } from '../sources/lock.js';
import { type Finish, safeJson } from './command.js';
import { watchSources } from './watch.js';

const FORMATS = ['text', 'github', 'gitlab', 'sarif', 'junit', 'markdown', 'json'] as const;
type Format = (typeof FORMATS)[number];

export interface CheckOptions {
  readonly since?: string;
  readonly watch?: boolean;
  readonly format: Format;
  readonly json?: boolean;
  readonly output?: string;
  readonly cache: boolean;
  readonly jobs?: number;
  readonly denyWarnings?: boolean;
}

export function addCheck(program: Command, context: Context, finish: Finish): void {
  program
    .command('check')
    .description('Certify circuits and policies, without a server')
    .argument('[sources...]', 'files, folders or globs; default: every .kir file below this folder')
    .option('--since <revision>', 'only sources that differ from a git revision, by themselves or in a file or pin that they use')
    .option('--watch', 'check again whenever a file changes')
    .addOption(new Option('--format <format>', 'form of the report').choices(FORMATS).default('text'))
    .option('--json', 'the same as --format json')
    .option('--output <file>', 'write the report to a file, and a summary to the terminal')
    .option('--deny-warnings', 'exit with 1 if there are warnings')
    .option('--jobs <count>', 'the most threads', readCount)
    .option('--no-cache', 'search for every proof anew')
    .action((given: readonly string[], options: CheckOptions) =>
      finish(async () =>
        options.watch === true ? watchSources(context, async () => check(context, given, options)) : check(context, given, options),
      ),
    );
}

function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1 || count > 256) throw new InvalidArgumentError('Expected a number from 1 to 256.');
  return count;
}

async function check(context: Context, given: readonly string[], options: CheckOptions): Promise<ExitCode> {
  const { sources, unread, skipped } = await collect(context, given, options.since);
  const format = options.json === true ? 'json' : options.format;
  const progress = new ProgressLine(context.err, format !== 'json' || context.err.isTerminal);
  let done = 0;
  const checked = await checkAll(sources, {
    cacheFolder: options.cache ? cacheFolder(context) : undefined,
    ...(options.jobs === undefined ? {} : { jobs: options.jobs }),
    workerScript: context.workerScript,
    signal: context.signal,
    onReport: ({ path: name }) => {
      done += 1;
      progress.tell(() => `checked ${done} of ${sources.length}: ${name}`);
    },
  });
  progress.end();
  const reports = [...checked, ...unread].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  await print(context, reports, textsOf(sources), format, options.output);
  if (format === 'text' || format === 'github' || options.output !== undefined) context.err.write(`${summary(reports, skipped)}\n`);
  return exitCodeOf(reports, options.denyWarnings === true);
}

interface Collected {
  readonly sources: readonly LoadedSource[];
  /** Reports of files that could not be read. */
  readonly unread: readonly SourceReport[];
  /** The number of files that hold no program and are checked with the programs that use them. */
  readonly skipped: number;
}

async function collect(context: Context, given: readonly string[], since: string | undefined): Promise<Collected> {
  const { cwd } = context;
  const { files } = await findSources(cwd, given);
  const changed = since === undefined ? undefined : await changedSince(cwd, since);
  const sources: LoadedSource[] = [];
  const unread: SourceReport[] = [];
  let skipped = 0;
  for (const file of files) {
    context.signal.throwIfAborted();
    const loading = await loadSource(cwd, file);
    if (!loading.ok) unread.push(unreadReport(loading.path, loading.reason));
    else if (isLibrary(loading.source.text)) skipped += 1;
    else if (changed === undefined || (await isChanged(loading.source, changed))) sources.push(loading.source);
  }
  return { sources, unread, skipped };
}

/** A file that is not text is its author's mistake; every other failure is one of the machine. */
function unreadReport(name: string, reason: string): SourceReport {
  if (!reason.includes('UTF-8')) return failedReport(name, reason);
  return diagnosticsReport(name, [{ severity: 'error', code: 'source-not-text', message: reason, line: 1, column: 1, text: '' }]);
}

async function isChanged({ file, files, unread, pinned, refused }: LoadedSource, changed: ChangedFiles): Promise<boolean> {
  const folder = path.dirname(file);
  for (const used of [file, ...[...files.keys(), ...unread].map((name) => path.join(folder, name))]) {
    if (await changed.has(used)) return true;
  }
  if (pinned.length === 0 && refused.size === 0) return false;
  const lock = await lockFor(folder);
  if (lock === undefined) return true;
  return (await changed.has(path.join(lock.folder, PINS_FOLDER))) || changed.hasNamed(LOCK_NAME);
}

/** `.kir/cache` of the working folder, or the folder that `KIR_CACHE` names. */
function cacheFolder({ cwd, variables }: Context): string {
  return path.resolve(cwd, variables['KIR_CACHE'] || path.join('.kir', 'cache'));
}

/** The texts of all files that a finding can name, by the paths that people read. */
function textsOf(sources: readonly LoadedSource[]): (shown: string) => string | undefined {
  const texts = new Map<string, string>();
  for (const { path: shown, text, files } of sources) {
    texts.set(shown, text);
    const folder = shown.slice(0, shown.lastIndexOf('/') + 1);
    for (const [name, beside] of files) texts.set(folder + name.slice('./'.length), beside);
  }
  return (shown) => texts.get(shown);
}

async function print(
  context: Context,
  reports: readonly SourceReport[],
  textOf: (shown: string) => string | undefined,
  format: Format,
  output: string | undefined,
): Promise<void> {
  const style = output === undefined ? context.out.style : undefined;
  const text = formatted(format, reports, (report) => textReport(report, textOf, style));
  if (output === undefined) {
    context.out.write(text);
    return;
  }
  try {
    await writeWhole(path.resolve(context.cwd, output), text);
  } catch (error) {
    throw usageFailure(`${output} cannot be written: ${fileTrouble(error)}`);
  }
}

function formatted(format: Format, reports: readonly SourceReport[], asText: (report: SourceReport) => string): string {
  switch (format) {
    case 'text':
      return reports.map(asText).join('');
    case 'github':
      return githubAnnotations(reports);
    case 'gitlab':
      return `${safeJson(gitlabIssues(reports), 2)}\n`;
    case 'sarif':
      return `${safeJson(sarifLog(reports, ENGINE_VERSION), 2)}\n`;
    case 'junit':
      return junitDocument(reports);
    case 'markdown':
      return markdownTable(reports);
    case 'json':
      return `${safeJson({ engine: ENGINE_VERSION, reports })}\n`;
  }
}

function summary(reports: readonly SourceReport[], skipped: number): string {
  const count = (outcome: SourceReport['outcome']): number => reports.filter((report) => report.outcome === outcome).length;
  const warnings = reports.flatMap(({ findings }) => findings).filter(({ severity }) => severity === 'warning').length;
  const parts = [
    `${count('closed')} closed`,
    `${count('open')} open`,
    ...(count('invalid') > 0 ? [`${count('invalid')} invalid`] : []),
    ...(count('failed') > 0 ? [`${count('failed')} without a verdict`] : []),
    ...(warnings > 0 ? [`${warnings} warning${warnings === 1 ? '' : 's'}`] : []),
    ...(skipped > 0 ? [`${skipped} without a program`] : []),
  ];
  return `${reports.length} checked: ${parts.join(', ')}`;
}

/** The worst outcome decides, in the order: no verdict, no program, open. */
export function exitCodeOf(reports: readonly SourceReport[], denyWarnings: boolean): ExitCode {
  const outcomes = new Set(reports.map(({ outcome }) => outcome));
  if (outcomes.has('failed')) return 3;
  if (outcomes.has('invalid')) return 2;
  if (outcomes.has('open')) return 1;
  return denyWarnings && reports.some(({ findings }) => findings.length > 0) ? 1 : 0;
}
