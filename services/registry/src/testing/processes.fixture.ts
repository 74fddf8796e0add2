import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { asService } from '@kirchhoff/testing';

/** The entry points of the processes, relative to this folder of the build. */
const PROGRAMS = {
  registry: '../main.js',
  worker: '../worker.js',
  compiler: '../../../compiler/dist/main.js',
} as const;
const UP = /"port":(\d+),"msg":"listening"|"msg":"taking jobs"/;

/** A process as an operator starts it. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  /** Empty for the worker. */
  readonly address: string;
  /** Returns its whole output. */
  said(): string;
  /** Ends the process, even if it is paused. */
  stop(): Promise<void>;
}

/**
 * Starts a process on a free port, with the role of its service, and waits until it reports its start.
 *
 * @param nodeArguments options of Node, such as memory limits
 * @throws if the process ends before
 */
export async function startService(
  name: keyof typeof PROGRAMS,
  environment: Readonly<Record<string, string>>,
  nodeArguments: readonly string[] = [],
): Promise<ServiceProcess> {
  // --enable-source-maps is left out: each thread would load the maps of all its modules, and no test reads a stack trace.
  const child = spawn(process.execPath, [...nodeArguments, join(__dirname, PROGRAMS[name])], {
    env: {
      SHUTDOWN_DRAIN_MILLISECONDS: '0',
      ...asService(name === 'compiler' ? 'compiler' : 'registry', environment),
      REGISTRY_PORT: '0',
      COMPILER_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let said = '';
  const port = await new Promise<string | undefined>((resolve, reject) => {
    const hear = (part: Buffer): void => {
      said += part.toString('utf8');
      const up = UP.exec(said);
      if (up !== null) resolve(up[1]);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void ended.then(() => reject(new Error(`${name} ended before it was up: ${said}`)));
  });
  return {
    child,
    address: port === undefined ? '' : `http://127.0.0.1:${port}`,
    said: () => said,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
