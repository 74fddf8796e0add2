import type { Graph, PolicyProgram } from '@kirchhoff/coherence';
import { showLine } from '@kirchhoff/reports';
import type { Command } from 'commander';
import { type Context, type ExitCode, usageFailure } from '../context.js';
import { decide, evaluateCircuit } from '../evaluation/evaluate.js';
import { assignedInputs, parseInputs } from '../evaluation/inputs.js';
import { mustRead } from '../sources/files.js';
import { loadProgram } from '../sources/program.js';
import { type Finish, printJson, safeJson } from './command.js';

interface RunOptions {
  readonly inputs?: string;
  readonly action?: string;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  kir run fee.kir amount=1_200 country=de
  kir run fee.kir --inputs '{"amount": 1200}'
  kir run fee.kir --inputs inputs.json
  echo '{"amount": 1200}' | kir run fee.kir
  kir run gateway.kir --action net.connect host=example.com port=443`;

export function addRun(program: Command, context: Context, finish: Finish): void {
  program
    .command('run')
    .description('Run a circuit on inputs, or decide an action by a policy')
    .argument('<source>', 'a circuit or a policy')
    .argument('[inputs...]', 'inputs as name=value')
    .option('--inputs <json>', 'all inputs as JSON, a file with JSON, or - for standard input')
    .option('--action <category>', 'for a policy: the category of the action, whose params are the inputs')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', EXAMPLES)
    .action((source: string, assignments: readonly string[], options: RunOptions) =>
      finish(async () => runSource(context, source, assignments, options)),
    );
}

async function runSource(context: Context, name: string, assignments: readonly string[], options: RunOptions): Promise<ExitCode> {
  const loaded = await loadProgram(context, name);
  if (loaded === undefined) return 2;
  const { program } = loaded;
  if (program.type === 'policy') return decideAction(context, program, assignments, options);
  if (options.action !== undefined) throw usageFailure(`${name} is a circuit: only policies have actions.`);
  const [graph] = program.core.graphs;
  if (graph === undefined) throw new RangeError('a circuit has a graph');
  const evaluated = evaluateCircuit(program, await inputsOf(context, graph, assignments, options));
  if (options.json === true) printJson(context, evaluated);
  else if (evaluated.kind === 'outputs') context.out.write(`${safeJson(evaluated.outputs, 2)}\n`);
  else context.err.write(`${context.err.style.red(evaluated.kind === 'refused' ? 'refused' : 'failed')}: ${showLine(evaluated.message)}\n`);
  return evaluated.kind === 'outputs' ? 0 : 1;
}

async function decideAction(
  context: Context,
  program: PolicyProgram,
  assignments: readonly string[],
  options: RunOptions,
): Promise<ExitCode> {
  const { categories } = program.policy;
  const index = categories.indexOf(options.action ?? '');
  const graph = program.core.graphs[index];
  if (options.action === undefined || graph === undefined) {
    throw usageFailure('Name an action of the policy with --action.', `Its actions are: ${categories.join(', ')}.`);
  }
  const decision = decide(program, options.action, await inputsOf(context, graph, assignments, options));
  if (options.json === true) printJson(context, decision);
  else {
    context.out.write(`${decision.verdict}: ${showLine(decision.reason)}\n`);
    for (const { pointer, message } of decision.errors ?? []) context.err.write(`${pointer}: ${showLine(message)}\n`);
  }
  return decision.verdict === 'ALLOW' ? 0 : 1;
}

async function inputsOf(
  context: Context,
  graph: Graph,
  assignments: readonly string[],
  { inputs }: RunOptions,
): Promise<Readonly<Record<string, unknown>>> {
  if (inputs !== undefined && assignments.length > 0) throw usageFailure('Inputs are given twice: as name=value and by --inputs.');
  if (inputs === '-') return parseInputs(await context.input.read(), 'standard input');
  if (inputs !== undefined) {
    return inputs.trimStart().startsWith('{') ? parseInputs(inputs, '--inputs') : parseInputs(await mustRead(context.cwd, inputs), inputs);
  }
  if (assignments.length > 0 || graph.parameters.length === 0 || context.input.isTerminal) return assignedInputs(graph, assignments);
  return parseInputs(await context.input.read(), 'standard input');
}
