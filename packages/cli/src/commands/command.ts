import type { Command } from 'commander';
import type { Context, ExitCode } from '../context.js';

/** Runs the action of a command: its exit code becomes that of `kir`, and a `CommandFailure` is told to the user. */
export type Finish = (run: () => Promise<ExitCode>) => Promise<void>;

/** Adds one command, or several that belong together, to the program. */
export type AddCommand = (program: Command, context: Context, finish: Finish) => void;

/** Prints a value for programs: one line of JSON. */
export function printJson(context: Context, value: unknown): void {
  context.out.write(`${JSON.stringify(value)}\n`);
}
