import { existsSync } from 'node:fs';
import path from 'node:path';
import { type ComparedCircuit, type Comparison, compareWith, programsOf, type RunResult, showUnseen } from '@kirchhoff/coherence';
import { SolverOutage, solverOnDemand } from '@kirchhoff/solver';
import type { Command } from 'commander';
import { CommandFailure, type Context, type ExitCode, usageFailure } from '../context.js';
import { textAt } from '../sources/changed.js';
import { mustRead } from '../sources/files.js';
import { loadText, readLoaded } from '../sources/load.js';
import { readOrTell } from '../sources/program.js';
import { type Finish, printJson, safeJson } from './command.js';

const EXAMPLES = `
Exit codes: 0 the same meaning, 1 different or unknown.

Examples:
  kir diff fee.kir fee_refactored.kir
  kir diff HEAD~1:fee.kir fee.kir`;

export function addDiff(program: Command, context: Context, finish: Finish): void {
  program
    .command('diff')
    .description('Compare two circuits: the same meaning, an input that tells them apart, or unknown')
    .argument('<old>', 'a circuit, or REVISION:FILE for a file as git has it')
    .argument('<new>', 'a circuit, or REVISION:FILE')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', EXAMPLES)
    .action((old: string, young: string, options: { readonly json?: boolean }) =>
      finish(async () => diff(context, old, young, options.json === true)),
    );
}

async function diff(context: Context, old: string, young: string, json: boolean): Promise<ExitCode> {
  const [before, after] = [await loadCompared(context, old), await loadCompared(context, young)];
  if (before === undefined || after === undefined) return 2;
  const comparison = await compared(before, after);
  if (json) printJson(context, comparison);
  else context.out.write(textOf(comparison, context));
  return comparison.verdict === 'same' ? 0 : 1;
}

async function compared(before: ComparedCircuit, after: ComparedCircuit): Promise<Comparison> {
  try {
    return await compareWith(before, after, solverOnDemand());
  } catch (error) {
    if (error instanceof SolverOutage) throw new CommandFailure(3, `The solver broke down: ${error.message}`, 'Run the command again.');
    throw error;
  }
}

async function loadCompared(context: Context, name: string): Promise<ComparedCircuit | undefined> {
  const { cwd } = context;
  const at = name.indexOf(':');
  const isRevision = at > 0 && !existsSync(path.resolve(cwd, name));
  const file = isRevision ? name.slice(at + 1) : name;
  const text = isRevision ? await textAt(cwd, name.slice(0, at), file) : await mustRead(cwd, name);
  const loading = await loadText(cwd, path.resolve(cwd, file), text);
  if (!loading.ok) throw usageFailure(`${name}: ${loading.reason}`);
  if (readOrTell(context, loading.source) === undefined) return undefined;
  const reading = readLoaded(loading.source);
  if (!reading.ok || reading.program.type !== 'circuit') throw usageFailure(`${name} is a policy, and this command compares circuits.`);
  return { program: reading.program, source: reading.source, pins: programsOf(loading.source.pinned) };
}

function textOf(comparison: Comparison, { out: { style } }: Context): string {
  switch (comparison.verdict) {
    case 'same':
      return `${style.green('same')}: ${comparison.by === 'hash' ? 'both have the same canonical form' : 'proven for all inputs'}\n`;
    case 'unknown':
      return `${style.yellow('unknown')}: ${showUnseen(comparison.reason)}\n`;
    case 'different': {
      if (comparison.by === 'ports') {
        const ports = comparison.ports.map(
          ({ direction, port, old, new: young }) => `  ${direction} ${port}: ${old ?? 'none'} → ${young ?? 'none'}\n`,
        );
        return `${style.red('different')}: the ports differ\n${ports.join('')}`;
      }
      const { inputs, old, new: young } = comparison;
      return `${style.red('different')}: with ${safeJson(inputs)}\n  old ${resultText(old)}\n  new ${resultText(young)}\n`;
    }
  }
}

function resultText(result: RunResult): string {
  switch (result.kind) {
    case 'outputs':
      return safeJson(result.outputs);
    case 'refused':
      return 'refuses the inputs';
    case 'failed':
      return 'fails';
  }
}
