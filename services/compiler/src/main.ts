import { join } from 'node:path';
import { createLogger, readSettings, serve, serviceVersion, settingsOrExit } from '@kirchhoff/platform';
import { openCompiler } from './compiler.js';
import { COMPILER_SETTINGS } from './settings.js';

/** The compiler's HTTP process. */
async function main(): Promise<void> {
  const settings = settingsOrExit(readSettings(COMPILER_SETTINGS, process.env));
  const log = createLogger('compiler', settings.LOG_LEVEL);
  await serve(await openCompiler({ settings, version: serviceVersion(join(__dirname, '..')), log }), settings.COMPILER_PORT, log);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
