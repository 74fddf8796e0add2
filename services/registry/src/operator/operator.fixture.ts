import { systemClock, systemRandomness } from '@kirchhoff/platform';
import type { Variables } from './environment.js';
import type { OperatorExitCode } from './outcome.js';
import { runOperator } from './program.js';

/** The output of a command and its exit code. */
export interface Operated {
  readonly exit: OperatorExitCode;
  readonly out: string;
  readonly err: string;
}

/** Runs a command in this process, as `main.ts` does. */
export async function operate(words: readonly string[], variables: Variables, signal?: AbortSignal): Promise<Operated> {
  let out = '';
  let err = '';
  const streams = { out: (text: string) => void (out += text), err: (text: string) => void (err += text) };
  const never = new AbortController().signal;
  const context = { variables, streams, clock: systemClock, randomness: systemRandomness, signal: signal ?? never };
  const exit = await runOperator(words, context);
  return { exit, out, err };
}
