import {
  createLogger,
  exitUnstarted,
  LEAVING,
  probesOn,
  readSettings,
  settingsOrExit,
  shutDownOnSignal,
  systemClock,
} from '@kirchhoff/platform';
import { WORKER_SETTINGS } from './settings.js';
import { openWorkers } from './workers.js';

/** The registry's worker process: it proves what certify asks for, and tells webhooks. */
async function main(): Promise<void> {
  const settings = settingsOrExit(readSettings(WORKER_SETTINGS, process.env));
  const log = createLogger('registry-worker', settings.LOG_LEVEL);
  const worker = await openWorkers(settings, log);
  let leaving = false;
  const ready = async () => (leaving ? LEAVING : worker.ready());
  const probes = await probesOn(settings, { ready, clock: systemClock, log });
  const readiness = async () => {
    leaving = true;
    await probes?.refresh();
  };
  log.info({ threads: settings.ENGINE_THREADS }, 'taking jobs');
  shutDownOnSignal([{ name: 'readiness', run: readiness }, ...worker.closing, { name: 'probes', run: async () => probes?.close() }], log);
}

main().catch(exitUnstarted);
