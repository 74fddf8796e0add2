import { isUtf8 } from 'node:buffer';
import { isMainThread } from 'node:worker_threads';
import { serveChecks } from './check/thread.js';
import { type OutputStream, usageFailure } from './context.js';
import { runKir } from './program.js';
import { styleFor } from './style.js';

const BUG = 'kir failed unexpectedly, which is a bug';

/** Runs the command line of this process, or the tasks of this worker thread. */
async function main(): Promise<void> {
  if (!isMainThread) {
    serveChecks();
    return;
  }
  const stop = new AbortController();
  // The first signal ends the command in order, a second one kills the process.
  const endInOrder = (): void => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  };
  // A listener does not run in the middle of a proof; without a listener, a signal ends the process. The first process of a
  // container needs one: signals without a listener do not end it.
  if (process.pid === 1) endInOrder();
  const exitCode = await runKir(process.argv.slice(2), {
    cwd: process.cwd(),
    variables: process.env,
    out: output(process.stdout, stop),
    err: output(process.stderr, stop),
    input: { isTerminal: process.stdin.isTTY, read: readInput },
    signal: stop.signal,
    endInOrder,
    workerScript: __filename,
  });
  await Promise.all([drained(process.stdout), drained(process.stderr)]);
  // A command that was ended may still wait for something.
  process.exit(exitCode);
}

function output(stream: NodeJS.WriteStream, stop: AbortController): OutputStream {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that went away, as `head` does, ends the command. If there is a verdict by then, it determines the exit code.
    if (error.code === 'EPIPE') stop.abort();
    else fail(error);
  });
  return { write: (text) => void stream.write(text), isTerminal: stream.isTTY, style: styleFor(stream.isTTY, process.env) };
}

async function readInput(): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(Buffer.from(part));
  const bytes = Buffer.concat(parts);
  if (!isUtf8(bytes)) throw usageFailure('Standard input is not valid UTF-8.');
  return bytes.toString('utf8');
}

async function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}

/** Ends the process without a verdict. */
function fail(error: unknown): void {
  const { code, stack, message }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  const said = code === 'ENOSPC' ? 'error: The output cannot be written: the disk is full.' : `${BUG}: ${stack ?? message}`;
  process.stderr.write(`${said}\n`, () => process.exit(3));
}

if (isMainThread) process.on('uncaughtException', fail);
main().catch(fail);
