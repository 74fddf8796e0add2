import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A running program, with all that it has written. */
export interface Program {
  readonly child: ChildProcess;
  /** Returns the whole output, standard error included. */
  said(): string;
  isRunning(): boolean;
  /** Sends a signal and waits for the end. It has no effect on a program that has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const RUNNING = new Set<Program>();

export interface ProgramOptions extends Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> {}

/** Starts a program. `stopPrograms` ends it at the latest. */
export function startProgram(command: string, args: readonly string[], options: ProgramOptions = {}): Program {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const hear = (part: Buffer): void => {
    said += part.toString('utf8');
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  child.once('error', (error) => {
    said += error.message;
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const isRunning = () => child.exitCode === null && child.signalCode === null && child.pid !== undefined;
  const program: Program = {
    child,
    said: () => said,
    isRunning,
    stop: async (signal = 'SIGTERM') => {
      RUNNING.delete(program);
      if (isRunning()) child.kill(signal);
      await ended;
    },
  };
  RUNNING.add(program);
  return program;
}

/** Ends all programs that still run, the last one first. For `afterAll`. */
export async function stopPrograms(): Promise<void> {
  for (const program of [...RUNNING].toReversed()) await program.stop('SIGKILL');
}

/**
 * Runs a program to its end, and returns its whole output.
 * @throws if its exit code is not 0; the message has the output
 */
export async function runProgram(command: string, args: readonly string[], options: ProgramOptions = {}): Promise<string> {
  const { code, output } = await tryProgram(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`);
  return output;
}

/** Runs a program to its end. `code` is `null` if a signal ended it. */
export async function tryProgram(
  command: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<{ readonly code: number | null; readonly output: string }> {
  const program = startProgram(command, args, options);
  await new Promise((resolve) => program.child.once('close', resolve));
  RUNNING.delete(program);
  return { code: program.child.exitCode, output: program.said() };
}

const HANGS_MILLISECONDS = 120_000;
const PAUSE_MILLISECONDS = 50;

/**
 * Repeats a question until its answer is neither `undefined` nor `false`. An exception counts as such an answer.
 * @throws after two minutes (or `milliseconds`), with the last exception
 */
export async function eventually<Answer>(
  question: string,
  ask: () => Promise<Answer | undefined | false>,
  milliseconds = HANGS_MILLISECONDS,
): Promise<Answer> {
  const ends = Date.now() + milliseconds;
  let last: unknown;
  while (Date.now() < ends) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
      last = undefined;
    } catch (error) {
      last = error;
    }
    await wait(PAUSE_MILLISECONDS);
  }
  throw new Error(`not within ${milliseconds / 1000} s: ${question}`, { cause: last });
}

/** Returns a port of the loopback that is free now. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
