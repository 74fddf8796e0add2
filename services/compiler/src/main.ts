import { join } from 'node:path';
import { ENGINE_VERSION } from '@kirchhoff/coherence';
import { createLogger, exitUnstarted, openMetrics, readSettings, serve, serviceVersion, settingsOrExit } from '@kirchhoff/platform';
import { openCompiler } from './compiler.js';
import { COMPILER_SETTINGS } from './settings.js';

/** The compiler's HTTP process. */
async function main(): Promise<void> {
  const settings = settingsOrExit(readSettings(COMPILER_SETTINGS, process.env));
  const log = createLogger('compiler', settings.LOG_LEVEL);
  const address = { port: settings.COMPILER_PORT, portSetting: 'COMPILER_PORT' };
  const version = serviceVersion(join(__dirname, '..'));
  const metrics = await openMetrics(settings, { service: 'compiler', version, engine: ENGINE_VERSION });
  await serve(await openCompiler({ settings, version, log, metrics }), settings, address, { log, metrics });
}

main().catch(exitUnstarted);
