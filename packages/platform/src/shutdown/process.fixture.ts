import { type ShutdownStep, shutDownOnSignal, WorkCut } from './shutdown.js';

/** A process with one step, named by its argument, for its shutdown. */
const STEPS: Readonly<Record<string, ShutdownStep['run']>> = {
  done: async () => undefined,
  cut: async () => Promise.reject(new WorkCut({ requests: 1 })),
  stuck: async () => new Promise(() => undefined),
};

const silent = { info: () => undefined, error: () => undefined };
const name = process.argv[2] ?? '';
shutDownOnSignal([{ name, run: STEPS[name] ?? STEPS['stuck'] ?? (async () => undefined) }], silent, 100);
// Keeps the process until the signal.
setInterval(() => undefined, 60_000);
process.stdout.write('up');
