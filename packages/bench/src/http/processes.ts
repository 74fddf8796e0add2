import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** A server in a process of its own. */
export interface Started {
  /** The output that announced the process. */
  readonly announcement: RegExpExecArray;
  readonly pid: number;
  /** Stops it after it has finished its work. */
  stop(): Promise<void>;
  /** Kills it. */
  kill(): Promise<void>;
}

export interface StartOptions {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Matches the output of a started process. */
  readonly announces: RegExp;
  /** Folder of its output: a file, as an operator's log would be, so that reading it costs the bench no time. */
  readonly folder: string;
}

const PATIENCE_MILLISECONDS = 60_000;
const LOOK_MILLISECONDS = 50;

/** @throws if it ends, or is not up within a minute; the message names the file of its output */
export async function start({ name, command, environment, announces, folder }: StartOptions): Promise<Started> {
  const file = `${folder}/${name}.log`;
  const output = await open(file, 'w');
  const [program = '', ...parameters] = command;
  const child = spawn(program, parameters, { env: { ...process.env, ...environment }, stdio: ['ignore', output.fd, output.fd] });
  await output.close();
  const end = performance.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    // oxlint-disable no-await-in-loop -- one look after the other
    const announcement = announces.exec(await readFile(file, 'utf8'));
    if (announcement !== null && child.pid !== undefined) {
      const { pid } = child;
      return { announcement, pid, stop: async () => endChild(child, 'SIGTERM'), kill: async () => endChild(child, 'SIGKILL') };
    }
    if (child.exitCode !== null || performance.now() > end) {
      child.kill('SIGKILL');
      throw new Error(`${name} is not up; its output:\n${(await readFile(file, 'utf8')).slice(-2_000)}`);
    }
    await wait(LOOK_MILLISECONDS);
    // oxlint-enable no-await-in-loop
  }
}

async function endChild(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill(signal);
  await ended;
}
