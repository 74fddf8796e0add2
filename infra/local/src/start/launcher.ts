import { spawn, spawnSync } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';

const START = path.resolve(__dirname, '../../start.mjs');

/** `npm start` as a test sees it: what it prints, and how it ends. */
export interface Launcher {
  /** Both addresses, once the line that begins with `ready` is printed. */
  readonly ready: Promise<{ readonly registry: string; readonly compiler: string }>;
  readonly printed: () => string;
  /** Sends SIGTERM and waits for the exit code. */
  readonly stop: () => Promise<number | null>;
  /** Kills the launcher, so that it cannot stop its servers. */
  readonly kill: () => Promise<void>;
}

/** Starts `npm start` on a data directory, on these ports or the next free ones. */
export function startLauncher(environment: Readonly<Record<string, string>>): Launcher {
  const child = spawn(process.execPath, [START], { env: environmentWith(environment), stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  let output = '';
  const ready = new Promise<{ registry: string; compiler: string }>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
      const line = /^ready\b.*?(http:\S+).*?(http:\S+)/m.exec(output);
      if (line?.[1] !== undefined && line[2] !== undefined) resolve({ registry: line[1], compiler: line[2] });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then((code) => reject(new Error(`it ended with ${code} before it was ready:\n${output}`)));
  });
  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM');
    return ended;
  };
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  return { ready, printed: () => output, stop, kill };
}

/** Runs `npm start` to its end, for refused starts. */
export function runLauncher(environment: Readonly<Record<string, string>>): { readonly exitCode: number | null; readonly printed: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [START], { env: environmentWith(environment), encoding: 'utf8' });
  return { exitCode: status, printed: stdout + stderr };
}

/** A port without a server. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** It uses its own servers, also if the developer's shell names others. */
function environmentWith(environment: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { DATABASE_URL: _database, REDIS_URL: _redis, NODE_ENV: _mode, ...own } = process.env;
  return { ...own, ...environment };
}
