import { createLogger, exitUnstarted, readSettings, settingsOrExit, shutDownOnSignal } from '@kirchhoff/platform';
import { WORKER_SETTINGS } from './settings.js';
import { openWorkers } from './workers.js';

/** The registry's worker process: it proves what certify asks for, and tells webhooks. */
async function main(): Promise<void> {
  const settings = settingsOrExit(readSettings(WORKER_SETTINGS, process.env));
  const log = createLogger('registry-worker', settings.LOG_LEVEL);
  const worker = await openWorkers(settings, log);
  log.info({ threads: settings.ENGINE_THREADS }, 'taking jobs');
  shutDownOnSignal(worker.closing, log);
}

main().catch(exitUnstarted);
