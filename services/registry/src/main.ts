import { join } from 'node:path';
import { createLogger, exitUnstarted, readSettings, serve, serviceVersion, settingsOrExit } from '@kirchhoff/platform';
import { openRegistry } from './registry.js';
import { HTTP_SETTINGS } from './settings.js';

/** The registry's HTTP process. */
async function main(): Promise<void> {
  const settings = settingsOrExit(readSettings(HTTP_SETTINGS, process.env));
  const log = createLogger('registry', settings.LOG_LEVEL);
  const address = { port: settings.REGISTRY_PORT, portSetting: 'REGISTRY_PORT' };
  await serve(await openRegistry({ settings, version: serviceVersion(join(__dirname, '..')), log }), settings, address, log);
}

main().catch(exitUnstarted);
