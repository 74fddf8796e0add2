import { join } from 'node:path';
import { ENGINE_VERSION } from '@kirchhoff/coherence';
import { createLogger, exitUnstarted, openMetrics, readSettings, serve, serviceVersion, settingsOrExit } from '@kirchhoff/platform';
import { openRegistry } from './registry.js';
import { HTTP_SETTINGS } from './settings.js';

/** The registry's HTTP process. */
async function main(): Promise<void> {
  const settings = settingsOrExit(readSettings(HTTP_SETTINGS, process.env));
  const log = createLogger('registry', settings.LOG_LEVEL);
  const address = { port: settings.REGISTRY_PORT, portSetting: 'REGISTRY_PORT' };
  const version = serviceVersion(join(__dirname, '..'));
  const metrics = await openMetrics(settings, { service: 'registry', version, engine: ENGINE_VERSION });
  await serve(await openRegistry({ settings, version, log, metrics }), settings, address, { log, metrics });
}

main().catch(exitUnstarted);
