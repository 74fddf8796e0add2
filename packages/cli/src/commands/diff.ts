import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  type Comparison,
  comparePolicies,
  compareWith,
  type PolicyComparison,
  type Program,
  programsOf,
  type RunResult,
  type TriState,
} from '@kirchhoff/coherence';
import { showLine } from '@kirchhoff/reports';
import { SolverOutage, solverOnDemand } from '@kirchhoff/solver';
import { type Command, Option } from 'commander';
import { CommandFailure, type Context, type ExitCode, usageFailure } from '../context.js';
import { fileAt, textAt } from '../sources/changed.js';
import { mustRead } from '../sources/files.js';
import { loadText, readLoaded } from '../sources/load.js';
import { readOrTell } from '../sources/program.js';
import { type Finish, printJson, safeJson } from './command.js';

const EXAMPLES = `
Exit codes: 0 the same meaning, 1 different or unknown. For policies --require says what is enough for 0.

Examples:
  kir diff fee.kir fee_refactored.kir
  kir diff HEAD~1:fee.kir fee.kir
  kir diff --require at-most-as-permissive main:gateway.kir gateway.kir`;

/** The properties of a change that can be required for exit code 0; each has to be proven. */
const REQUIREMENTS = ['equivalent', 'at-most-as-permissive', 'nothing-newly-allowed'] as const;
type Requirement = (typeof REQUIREMENTS)[number];

interface DiffOptions {
  readonly json?: boolean;
  readonly require?: Requirement;
}

export function addDiff(program: Command, context: Context, finish: Finish): void {
  program
    .command('diff')
    .description('Compare two circuits or two policies: the same meaning, what tells them apart, or unknown')
    .argument('<old>', 'a circuit or a policy, or REVISION:FILE for a file as git has it')
    .argument('<new>', 'a program of the same type, or REVISION:FILE')
    .addOption(new Option('--require <property>', 'of policies: what has to be proven for exit code 0').choices(REQUIREMENTS))
    .option('--json', 'print one line of JSON')
    .addHelpText('after', EXAMPLES)
    .action((old: string, young: string, options: DiffOptions) => finish(async () => diff(context, old, young, options)));
}

async function diff(context: Context, old: string, young: string, { json = false, require }: DiffOptions): Promise<ExitCode> {
  const [before, after] = [await loadCompared(context, old), await loadCompared(context, young)];
  if (before === undefined || after === undefined) return 2;
  const print = (comparison: object, text: () => string) => {
    if (json) printJson(context, comparison);
    else context.out.write(text());
  };
  if (isOf(before, 'policy') && isOf(after, 'policy')) {
    const comparison = await untilOutage(async () => comparePolicies(before, after, solverOnDemand()));
    print(comparison, () => policyText(comparison, context));
    return isMet(comparison, require ?? 'equivalent') ? 0 : 1;
  }
  if (!isOf(before, 'circuit') || !isOf(after, 'circuit')) {
    throw usageFailure(
      `${old} is a ${before.program.type}, and ${young} is a ${after.program.type}: only programs of one type can be compared.`,
    );
  }
  if (require !== undefined) throw usageFailure('--require is for policies, and these are circuits.');
  const comparison = await untilOutage(async () => compareWith(before, after, solverOnDemand()));
  print(comparison, () => circuitText(comparison, context));
  return comparison.verdict === 'same' ? 0 : 1;
}

async function untilOutage<Value>(compare: () => Promise<Value>): Promise<Value> {
  try {
    return await compare();
  } catch (error) {
    if (error instanceof SolverOutage) throw new CommandFailure(3, `The solver broke down: ${error.message}`, 'Run the command again.');
    throw error;
  }
}

/** A program to compare, with its source and its pins. */
interface Loaded<Type extends Program = Program> {
  readonly program: Type;
  readonly source: string;
  readonly pins: ReturnType<typeof programsOf>;
}

function isOf<Type extends Program['type']>(loaded: Loaded, type: Type): loaded is Loaded<Extract<Program, { type: Type }>> {
  return loaded.program.type === type;
}

async function loadCompared(context: Context, name: string): Promise<Loaded | undefined> {
  const { cwd } = context;
  const at = name.indexOf(':');
  const isRevision = at > 0 && !existsSync(path.resolve(cwd, name));
  const file = path.resolve(cwd, isRevision ? name.slice(at + 1) : name);
  const revision = name.slice(0, at);
  // An old source is read with the old files that it uses.
  const loading = isRevision
    ? await loadText(cwd, file, await textAt(cwd, revision, file), async (beside) => fileAt(cwd, revision, beside))
    : await loadText(cwd, file, await mustRead(cwd, name));
  if (!loading.ok) throw usageFailure(`${name}: ${loading.reason}`);
  if (readOrTell(context, loading.source) === undefined) return undefined;
  const reading = readLoaded(loading.source);
  if (!reading.ok) throw usageFailure(`${name} is no program.`);
  return { program: reading.program, source: reading.source, pins: programsOf(loading.source.pinned) };
}

function isMet(comparison: PolicyComparison, requirement: Requirement): boolean {
  switch (requirement) {
    case 'equivalent':
      return comparison.equivalent === 'yes';
    case 'at-most-as-permissive':
      return comparison.at_most_as_permissive === 'yes';
    case 'nothing-newly-allowed':
      return comparison.newly_allowed === 'no';
  }
}

/** By the answer to the question if both policies are equivalent. */
const HEADS: Readonly<Record<TriState, (style: Context['out']['style']) => string>> = {
  yes: (style) => `${style.green('same')}: proven for all actions`,
  no: (style) => `${style.red('different')}: these verdicts change`,
  unknown: (style) => `${style.yellow('unknown')}: no change was found, and not every one is ruled out`,
};

function policyText(comparison: PolicyComparison, { out: { style } }: Context): string {
  const changes = comparison.categories.flatMap(({ category, changes: of }) =>
    of.flatMap(({ old, new: young, answer, params }) => {
      if (answer === 'no') return [];
      const action = answer === 'yes' ? `for example with ${safeJson(params)}` : 'unknown';
      return [`  ${showLine(category)}: ${old} → ${young}, ${action}\n`];
    }),
  );
  const summary = `at most as permissive: ${comparison.at_most_as_permissive}; newly allowed: ${comparison.newly_allowed}\n`;
  return `${HEADS[comparison.equivalent](style)}\n${changes.join('')}${comparison.equivalent === 'yes' ? '' : summary}`;
}

function circuitText(comparison: Comparison, { out: { style } }: Context): string {
  switch (comparison.verdict) {
    case 'same':
      return `${style.green('same')}: ${comparison.by === 'hash' ? 'both have the same canonical form' : 'proven for all inputs'}\n`;
    case 'unknown':
      return `${style.yellow('unknown')}: ${showLine(comparison.reason)}\n`;
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
