import type { Logger } from 'pino';
import { textOf } from '../database/causes.js';
import { StartRefused } from '../environment/start.js';
import { messagesOf } from '../http/application.js';
import { listen } from '../http/server.js';
import { shutDownOnSignal } from '../shutdown/shutdown.js';
import { leavingSteps } from './leaving.js';
import type { Service } from './service.js';

/** Where a service listens. */
export interface ServingAddress {
  /** Default: all addresses of the machine. */
  readonly host: string | undefined;
  /** 0 for any that is free. */
  readonly port: number;
  /** The setting that the port is from. */
  readonly portSetting: string;
  /** `SHUTDOWN_DRAIN_MILLISECONDS` */
  readonly drainMilliseconds: number;
}

/**
 * Serves a service until a signal ends the process: then it drains, takes no more, answers what it has taken, and closes.
 * @throws StartRefused where the port cannot be had
 */
export async function serve(service: Service, address: ServingAddress, log: Logger): Promise<void> {
  const listening = await listen(service.application, address.port, address.host, { log, messages: messagesOf(service.application) }).catch(
    (error: unknown) => {
      throw refusedPort(error, address);
    },
  );
  log.info({ port: listening.port }, 'listening');
  shutDownOnSignal([...leavingSteps(service, listening, address), ...service.closing], log);
}

/** A line for people where the port or the address is the reason; else the exception as it is. */
function refusedPort(error: unknown, { host, port, portSetting }: ServingAddress): unknown {
  const code = error instanceof Error ? textOf(error, 'code') : undefined;
  const place = host === undefined ? `port ${port}` : `port ${port} of ${host}`;
  switch (code) {
    case 'EADDRINUSE':
      return new StartRefused(`Another program listens on ${place}: stop it, or choose another port with ${portSetting}.`);
    case 'EACCES':
      return new StartRefused(`This user may not listen on ${place}: choose a port from 1024 on with ${portSetting}.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartRefused(`This machine does not have the address ${host ?? ''}: change HOST.`);
    default:
      return error;
  }
}
