import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { ENGINE_VERSION } from '@kirchhoff/coherence';
import {
  createLogger,
  exitUnstarted,
  LEAVING,
  metricsOn,
  openMetrics,
  probesOn,
  readSettings,
  type ShutdownStep,
  serviceVersion,
  settingsOrExit,
  shutDownOnSignal,
  systemClock,
} from '@kirchhoff/platform';
import { WORKER_SETTINGS } from './settings.js';
import { openWorkers } from './workers.js';

/** Runs the worker process: it executes certifications and verifications, and delivers webhooks. */
async function main(): Promise<void> {
  putHelpersBack();
  const settings = settingsOrExit(readSettings(WORKER_SETTINGS, process.env));
  const log = createLogger('registry-worker', settings.LOG_LEVEL);
  const version = serviceVersion(join(__dirname, '..'));
  const metrics = await openMetrics(settings, { service: 'worker', version, engine: ENGINE_VERSION });
  const worker = await openWorkers(settings, log, metrics);
  let leaving = false;
  const ready = async () => (leaving ? LEAVING : worker.ready());
  const probes = await probesOn(settings, { ready, clock: systemClock, log });
  const shown = await metricsOn(settings, metrics, { ready, log });
  const readiness = async () => {
    leaving = true;
    await probes?.refresh();
  };
  log.info({ threads: settings.ENGINE_THREADS }, 'taking jobs');
  const last: ShutdownStep = { name: 'probes', run: async () => probes?.close() };
  shutDownOnSignal([{ name: 'readiness', run: readiness }, ...worker.closing, ...shown, last], log);
}

/** The nice value of the engine's threads. */
const NICE = 5;

/**
 * Lowers the priority of V8's helper threads (garbage collection, compilation), on systems with a priority for each thread
 * (Linux). They do half the work of a check, and would otherwise delay the event loops of all other processes.
 */
function putHelpersBack(): void {
  if (process.platform !== 'linux') return;
  for (const thread of readdirSync('/proc/self/task').map(Number)) if (thread !== process.pid) setPriority(thread, NICE);
}

main().catch(exitUnstarted);
