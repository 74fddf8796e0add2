import { join } from 'node:path';
import { closeServer, createLogger, listen, readSettings, serviceVersion, settingsOrExit, shutDownOnSignal } from '@kirchhoff/platform';
import { openCompiler } from './compiler.js';
import { COMPILER_SETTINGS } from './settings.js';

/** The compiler's HTTP process. */
async function main(): Promise<void> {
  const settings = settingsOrExit(readSettings(COMPILER_SETTINGS, process.env));
  const log = createLogger('compiler', settings.LOG_LEVEL);
  const compiler = await openCompiler({ settings, version: serviceVersion(join(__dirname, '..')), log });
  const { server, port } = await listen(compiler.application, settings.COMPILER_PORT, undefined, { log });
  log.info({ port }, 'listening');
  shutDownOnSignal(
    [
      { name: 'readiness', run: async () => compiler.beginShutdown() },
      { name: 'server', run: async () => closeServer(server) },
      ...compiler.closing,
    ],
    log,
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
