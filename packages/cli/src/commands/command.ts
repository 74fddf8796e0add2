import type { Command } from 'commander';
import type { Context, ExitCode } from '../context.js';

/** Runs the action of a command: its exit code becomes that of `kir`, and a `CommandFailure` is told to the user. */
export type Finish = (run: () => Promise<ExitCode>) => Promise<void>;

/** Adds one command, or several that belong together, to the program. */
export type AddCommand = (program: Command, context: Context, finish: Finish) => void;

/** Prints a value for programs: one line of JSON. */
export function printJson(context: Context, value: unknown): void {
  context.out.write(`${safeJson(value)}\n`);
}

/** JSON without control characters for terminals: these are written as escapes of JSON, also those beyond ASCII. */
export function safeJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replaceAll(/[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, escapeUnit);
}

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
