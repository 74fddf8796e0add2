import { createLogger } from '../http/logger.js';
import { type ShutdownStep, shutDownOnSignal, WorkCut } from './shutdown.js';

/** A process with one step, named by its argument, for its shutdown. */
const STEPS: Readonly<Record<string, ShutdownStep['run']>> = {
  done: async () => undefined,
  cut: async () => Promise.reject(new WorkCut({ requests: 1 })),
  stuck: async () => new Promise(() => undefined),
};

const [, , name = '', level = 'silent'] = process.argv;
const log = createLogger('fixture', level);
shutDownOnSignal([{ name, run: STEPS[name] ?? STEPS['stuck'] ?? (async () => undefined) }], log, 100);
// More than a pipe holds while no one reads it.
process.once('SIGTERM', () => log.info({ filler: 'x'.repeat(1_000_000) }, 'before the end'));
// Keeps the process until the signal.
setInterval(() => undefined, 60_000);
process.stdout.write('up');
