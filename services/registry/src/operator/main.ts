import { systemClock, systemRandomness } from '@kirchhoff/platform';
import { runOperator } from './program.js';

/** Runs one operator command, and exits. */
async function main(): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  process.exitCode = await runOperator(process.argv.slice(2), {
    variables: process.env,
    streams: { out: (text) => process.stdout.write(text), err: (text) => process.stderr.write(text) },
    clock: systemClock,
    randomness: systemRandomness,
    signal: stop.signal,
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
