import { join } from 'node:path';
import { createLogger, readSettings, serve, serviceVersion, settingsOrExit } from '@kirchhoff/platform';
import { openRegistry } from './registry.js';
import { HTTP_SETTINGS } from './settings.js';

/** The registry's HTTP process. */
async function main(): Promise<void> {
  const settings = settingsOrExit(readSettings(HTTP_SETTINGS, process.env));
  const log = createLogger('registry', settings.LOG_LEVEL);
  await serve(await openRegistry({ settings, version: serviceVersion(join(__dirname, '..')), log }), settings.REGISTRY_PORT, log);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
