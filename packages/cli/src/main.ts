import { isMainThread } from 'node:worker_threads';
import { serveChecks } from './check/thread.js';
import type { Output } from './context.js';
import { runKir } from './program.js';
import { styleFor } from './style.js';

/** Runs the command line of this process, or the tasks of this worker thread. */
async function main(): Promise<void> {
  if (!isMainThread) {
    serveChecks();
    return;
  }
  const stop = new AbortController();
  // The first signal ends the command in order, a second one the process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const exitCode = await runKir(process.argv.slice(2), {
    cwd: process.cwd(),
    variables: process.env,
    out: output(process.stdout),
    err: output(process.stderr),
    input: { isTerminal: process.stdin.isTTY, read: readInput },
    signal: stop.signal,
    workerScript: __filename,
  });
  await Promise.all([drained(process.stdout), drained(process.stderr)]);
  // A started solver has threads that would keep the process alive.
  process.exit(exitCode);
}

function output(stream: NodeJS.WriteStream): Output {
  // A reader that went away, as `head` does, is no fault.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  return { write: (text) => void stream.write(text), isTerminal: stream.isTTY, style: styleFor(stream.isTTY, process.env) };
}

async function readInput(): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}

async function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}

main().catch((error: unknown) => {
  process.stderr.write(
    `kir failed unexpectedly, which is a bug: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(3);
});
