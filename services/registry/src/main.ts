import { join } from 'node:path';
import { closeServer, createLogger, listen, readSettings, serviceVersion, settingsOrExit, shutDownOnSignal } from '@kirchhoff/platform';
import { openRegistry } from './registry.js';
import { HTTP_SETTINGS } from './settings.js';

/** The registry's HTTP process. */
async function main(): Promise<void> {
  const settings = settingsOrExit(readSettings(HTTP_SETTINGS, process.env));
  const log = createLogger('registry', settings.LOG_LEVEL);
  const registry = await openRegistry({ settings, version: serviceVersion(join(__dirname, '..')), log });
  const { server, port } = await listen(registry.application, settings.REGISTRY_PORT, undefined, { log });
  log.info({ port }, 'listening');
  shutDownOnSignal(
    [
      { name: 'readiness', run: async () => registry.beginShutdown() },
      { name: 'server', run: async () => closeServer(server) },
      ...registry.closing,
    ],
    log,
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
