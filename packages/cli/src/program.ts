import { ENGINE_VERSION, LANGUAGE_VERSION } from '@kirchhoff/coherence';
import { showLine } from '@kirchhoff/reports';
import { SolverOutage } from '@kirchhoff/solver';
import { Command, CommanderError } from 'commander';
import { addCheck } from './commands/check.js';
import type { AddCommand } from './commands/command.js';
import { addCompile } from './commands/compile.js';
import { addCompletion, EXIT_CODES } from './commands/completion.js';
import { addDiff } from './commands/diff.js';
import { addExplain } from './commands/explain.js';
import { addFmt } from './commands/fmt.js';
import { addGraph } from './commands/graph.js';
import { addInit } from './commands/init.js';
import { addRun } from './commands/run.js';
import { addTest } from './commands/test.js';
import { addVerify } from './commands/verify.js';
import { CommandFailure, type Context, type ExitCode, usageFailure } from './context.js';
import { addAccount } from './server/account.js';
import { addCircuits } from './server/circuits.js';
import { addPolicies } from './server/policies.js';
import { addUpdate } from './server/update.js';
import { fileTrouble } from './sources/files.js';

const COMMANDS: readonly AddCommand[] = [
  addInit,
  addCheck,
  addFmt,
  addRun,
  addTest,
  addCompile,
  addGraph,
  addDiff,
  addVerify,
  addExplain,
  addAccount,
  addCircuits,
  addPolicies,
  addUpdate,
  addCompletion,
];

const HELP = `
${EXIT_CODES}
Colours are shown on a terminal only, and never if NO_COLOR is set.`;

/**
 * Runs one command of `kir`.
 *
 * @param words the command line without node and script
 */
export async function runKir(words: readonly string[], context: Context): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const finish = async (run: () => Promise<ExitCode>): Promise<void> => {
    try {
      exitCode = await run();
    } catch (error) {
      exitCode = tell(error, context);
    }
  };
  try {
    await kir(context, finish).parseAsync(words, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}

/** The whole tree of commands, for `runKir`, completion and the manual. */
export function kir(context: Context, finish: (run: () => Promise<ExitCode>) => Promise<void>): Command {
  const program = new Command('kir')
    .description('Certify circuits: small programs that are proven total and deterministic')
    .version(`kir, engine ${ENGINE_VERSION}, language ${LANGUAGE_VERSION}`)
    .exitOverride()
    .configureOutput({ writeOut: context.out.write, writeErr: context.err.write })
    .showSuggestionAfterError()
    .addHelpText('after', HELP);
  for (const add of COMMANDS) add(program, context, finish);
  // A command copies the settings that the program has when the command is added.
  for (const command of program.commands) for (const each of [command, ...command.commands]) each.exitOverride();
  return program;
}

function tell(error: unknown, { err, signal }: Context): ExitCode {
  if (signal.aborted) {
    err.write('The command was interrupted.\n');
    return 2;
  }
  const { message, remedy, exitCode } = failureOf(error);
  err.write(`${err.style.red('error')}: ${showLine(message)}\n${remedy === undefined ? '' : `${showLine(remedy)}\n`}`);
  return exitCode;
}

function failureOf(error: unknown): CommandFailure {
  if (error instanceof CommandFailure) return error;
  if (error instanceof SolverOutage)
    return new CommandFailure(3, `The solver broke down: ${error.message}`, 'Run the command again, or install kir anew.');
  const file: unknown = error instanceof Error ? Reflect.get(error, 'path') : undefined;
  if (typeof file !== 'string') throw error;
  return usageFailure(`${file}: ${fileTrouble(error)}`);
}
