import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A process of the registry that was started and has said that it is up. */
export interface StartedProcess {
  readonly child: ChildProcess;
  /** What it logged when it was up. */
  readonly announced: Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
}

/**
 * Starts `main` or `worker` as an operator would, and waits for the line of its log that says it is up.
 * @throws where it ends before that
 */
export async function startProcess(
  program: 'main' | 'worker',
  environment: Readonly<Record<string, string>>,
  nodeArguments: readonly string[] = [],
): Promise<StartedProcess> {
  const announcement = program === 'main' ? 'listening' : 'taking jobs';
  const child = spawn(process.execPath, ['--enable-source-maps', ...nodeArguments, join(__dirname, '..', `${program}.js`)], {
    env: { ...process.env, ...environment, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const announced = await new Promise<Readonly<Record<string, unknown>>>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const entry = logEntry(line);
      if (entry['msg'] === announcement) resolve(entry);
    });
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code} before it was up`)));
  });
  return {
    child,
    announced,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function logEntry(line: string): Readonly<Record<string, unknown>> {
  const parsed: unknown = JSON.parse(line);
  return typeof parsed === 'object' && parsed !== null ? Object.fromEntries(Object.entries(parsed)) : {};
}
