import { createLogger, readSettings, settingsOrExit, shutDownOnSignal } from '@kirchhoff/platform';
import { openCertificationWorker } from './certification/worker.js';
import { WORKER_SETTINGS } from './settings.js';

/** The registry's worker process: it proves what certify asks for. */
async function main(): Promise<void> {
  const settings = settingsOrExit(readSettings(WORKER_SETTINGS, process.env));
  const log = createLogger('registry-worker', settings.LOG_LEVEL);
  const worker = await openCertificationWorker(settings, log);
  log.info({ threads: settings.ENGINE_THREADS }, 'taking jobs');
  shutDownOnSignal(worker.closing, log);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
