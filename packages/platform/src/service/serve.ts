import type { Logger } from 'pino';
import { listen } from '../http/server.js';
import { closeServer, shutDownOnSignal } from '../shutdown/shutdown.js';
import type { Service } from './service.js';

/**
 * Serves a service until a signal ends the process: then it takes no more, answers what it has taken, and closes.
 * @param port 0 for any that is free
 * @throws where the port cannot be had
 */
export async function serve(service: Service, port: number, log: Logger): Promise<void> {
  const listening = await listen(service.application, port, undefined, { log });
  log.info({ port: listening.port }, 'listening');
  shutDownOnSignal(
    [
      { name: 'readiness', run: async () => service.beginShutdown() },
      { name: 'server', run: async () => closeServer(listening.server) },
      ...service.closing,
    ],
    log,
  );
}
