import { join } from 'node:path';
import { createLogger, exitUnstarted, readSettings, serve, serviceVersion, settingsOrExit } from '@kirchhoff/platform';
import { openCompiler } from './compiler.js';
import { COMPILER_SETTINGS } from './settings.js';

/** The compiler's HTTP process. */
async function main(): Promise<void> {
  const settings = settingsOrExit(readSettings(COMPILER_SETTINGS, process.env));
  const log = createLogger('compiler', settings.LOG_LEVEL);
  const address = { port: settings.COMPILER_PORT, portSetting: 'COMPILER_PORT' };
  await serve(await openCompiler({ settings, version: serviceVersion(join(__dirname, '..')), log }), settings, address, log);
}

main().catch(exitUnstarted);
