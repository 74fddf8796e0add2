import { isNativeError } from 'node:util/types';
import { isDatabaseOutage, tlsFault } from '@kirchhoff/platform';
import { WrongEnvironment } from './environment.js';

/** Returns the outcome for an outage or a rejection; rethrows other errors, which are bugs. */
export function troubleOf(error: unknown): CommandOutcome {
  if (error instanceof WrongEnvironment) throw error;
  if (isFileTrouble(error)) return failed(`${error.message}.`, 'Nothing was written. Check the file and run the command again.');
  const fault = tlsFault('DATABASE', error);
  if (fault !== undefined) return failed(`The connection to Postgres failed: ${fault.reason}.`, fault.remedy);
  if (isDatabaseOutage(error))
    return failed('Postgres does not answer, or ended the transaction.', 'Check DATABASE_URL, then run the command again.');
  const refusal = refusalOf(error);
  if (refusal === undefined) throw error;
  return failed(`Postgres refuses: ${refusal}.`, 'The transaction was rolled back. Repair the cause and run the command again.');
}

/** Errors of the file system have the failed call and a path. */
function isFileTrouble(error: unknown): error is Error {
  return isNativeError(error) && typeof Reflect.get(error, 'syscall') === 'string' && typeof Reflect.get(error, 'path') === 'string';
}

/** Returns the message of Postgres with its SQLSTATE of five characters. Its details may quote rows and are left out. */
function refusalOf(error: unknown): string | undefined {
  const code: unknown = isNativeError(error) ? Reflect.get(error, 'code') : undefined;
  return isNativeError(error) && typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? error.message : undefined;
}

/** The outcome of a command. */
export type CommandOutcome =
  /** Success; `unfinished` if something remains for the operator. */
  | { readonly kind: 'done' | 'unfinished'; readonly lines: readonly string[]; readonly data: Readonly<Record<string, unknown>> }
  /** No row was changed. */
  | { readonly kind: 'failed'; readonly message: string; readonly remedy: string }
  /** No row was changed: `word` is ambiguous. */
  | {
      readonly kind: 'ambiguous';
      readonly message: string;
      readonly word: string;
      readonly meant: readonly Meant[];
      readonly isAll: boolean;
    };

/** One possible meaning of the word. */
export interface Meant {
  readonly id: string;
  /** Distinguishes it from the others. */
  readonly known: string;
}

/** The outputs of a command: its answer goes to `out`, its progress to `err`. */
export interface Streams {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** 0: success. 1: failed or incomplete. 2: the command or its environment is invalid (see `program.ts`). */
export type OperatorExitCode = 0 | 1 | 2;

export function done(lines: readonly string[], data: Readonly<Record<string, unknown>>): CommandOutcome {
  return { kind: 'done', lines, data };
}

/**
 * @param message what failed and where, as a sentence
 * @param remedy what to do now, as a sentence
 */
export function failed(message: string, remedy: string): CommandOutcome & { readonly kind: 'failed' } {
  return { kind: 'failed', message, remedy };
}

/** Returns the commands for each meaning of the word, ready to be pasted. */
function remedyOf({ word, meant, isAll }: CommandOutcome & { readonly kind: 'ambiguous' }, words: readonly string[]): string {
  const commands = meant.flatMap(({ id, known }) => {
    const instead = words.map((each) => (each === word || each === `--account=${word}` ? each.replace(word, id) : each));
    return [`${known}:`, `  npm run operator -- ${instead.map(quoted).join(' ')}`];
  });
  return ['Name one of them by its id, the newest first:', ...commands, ...(isAll ? [] : ['…'])].join('\n');
}

/** Quotes a word for a shell. */
function quoted(word: string): string {
  return /^[\w/.,:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/**
 * Prints the outcome of a command: as lines of text, or with `json` as one JSON object.
 *
 * @param words the command
 */
export function tell(outcome: CommandOutcome, words: readonly string[], json: boolean, streams: Streams): OperatorExitCode {
  if (outcome.kind === 'ambiguous') return tell(failed(outcome.message, remedyOf(outcome, words)), words, json, streams);
  if (outcome.kind === 'failed') {
    const { message, remedy } = outcome;
    streams.err(json ? `${JSON.stringify({ error: message, remedy })}\n` : `${message}\n${remedy}\n`);
    return 1;
  }
  streams.out(json ? `${JSON.stringify(outcome.data)}\n` : outcome.lines.map((line) => `${line}\n`).join(''));
  return outcome.kind === 'done' ? 0 : 1;
}

/** Makes foreign text safe for a terminal: control and formatting characters are shown as escapes. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
