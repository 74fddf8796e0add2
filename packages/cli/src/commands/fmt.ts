import { format } from '@kirchhoff/coherence';
import { diagnosticsReport, showPath, textReport } from '@kirchhoff/reports';
import type { Command } from 'commander';
import { type Context, type ExitCode, usageFailure } from '../context.js';
import { fileTrouble, readText, shownPath } from '../sources/files.js';
import { findSources } from '../sources/find.js';
import { writeWhole } from '../sources/lock.js';
import { type Finish, printJson } from './command.js';

interface FmtOptions {
  readonly check?: boolean;
  readonly json?: boolean;
}

export function addFmt(program: Command, context: Context, finish: Finish): void {
  program
    .command('fmt')
    .description('Format sources in the one layout')
    .argument('[sources...]', 'files, folders or globs, or - for standard input; default: every .kir file below this folder')
    .option('--check', 'change nothing, and exit with 1 if a source has another layout')
    .option('--json', 'print one line of JSON')
    .action((given: readonly string[], options: FmtOptions) =>
      finish(async () => (given.length === 1 && given[0] === '-' ? formatInput(context, options) : formatFiles(context, given, options))),
    );
}

async function formatInput(context: Context, { check, json }: FmtOptions): Promise<ExitCode> {
  const text = await context.input.read();
  const formatting = format(text);
  if (!formatting.ok) {
    context.err.write(textReport(diagnosticsReport('standard input', formatting.diagnostics), () => text, context.err.style));
    return 2;
  }
  if (json === true) printJson(context, { source: formatting.source, changed: formatting.changed });
  else if (check !== true) context.out.write(formatting.source);
  return check === true && formatting.changed ? 1 : 0;
}

async function formatFiles(context: Context, given: readonly string[], { check, json }: FmtOptions): Promise<ExitCode> {
  const { cwd, out, err } = context;
  const { files } = await findSources(cwd, given);
  const changed: string[] = [];
  let isInvalid = false;
  for (const file of files) {
    const shown = shownPath(cwd, file);
    const read = await readText(file);
    const formatting = read.ok ? format(read.text) : read;
    if (!read.ok) throw usageFailure(`${shown}: ${read.reason}`);
    if (!('source' in formatting)) {
      isInvalid = true;
      const diagnostics = 'diagnostics' in formatting ? formatting.diagnostics : [];
      err.write(textReport(diagnosticsReport(shown, diagnostics), () => read.text, err.style));
      continue;
    }
    if (!formatting.changed) continue;
    changed.push(shown);
    if (check !== true) await write(file, shown, formatting.source);
  }
  if (json === true) printJson(context, { checked: files.length, changed });
  else for (const name of changed) out.write(`${showPath(name)}\n`);
  if (json !== true) err.write(`${files.length} looked at, ${changed.length} ${check === true ? 'with another layout' : 'changed'}\n`);
  if (isInvalid) return 2;
  return check === true && changed.length > 0 ? 1 : 0;
}

async function write(file: string, shown: string, text: string): Promise<void> {
  try {
    await writeWhole(file, text);
  } catch (error) {
    throw usageFailure(`${shown} cannot be written: ${fileTrouble(error)}`);
  }
}
