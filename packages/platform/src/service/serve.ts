import { textOf } from '../database/outage.js';
import { systemClock } from '../environment/clock.js';
import { StartRefused } from '../environment/start.js';
import { messagesOf } from '../http/application.js';
import type { ProcessLogger } from '../http/logger.js';
import type { LoggedClient } from '../http/request-log.js';
import { listen } from '../http/server.js';
import { openProbes, type Probes, type ProbesOptions } from '../probes/probes.js';
import { shutDownOnSignal } from '../shutdown/shutdown.js';
import { leavingSteps } from './leaving.js';
import type { Service } from './service.js';

/** The settings of a process that serves (`SERVING_SETTINGS`). */
export interface ServingSettings {
  readonly HOST?: string | undefined;
  readonly PROBE_PORT?: number | undefined;
  readonly SHUTDOWN_DRAIN_MILLISECONDS: number;
  readonly LOG_CLIENT: LoggedClient;
}

/** The address of a listening socket. */
interface Address {
  /** Default: all addresses of the machine. */
  readonly host: string | undefined;
  /** 0: any free port. */
  readonly port: number;
  /** The setting that has the port. */
  readonly portSetting: string;
}

/**
 * Serves a service until a signal ends the process: then it drains, accepts no further requests, answers those in flight, and
 * closes.
 * @throws StartRefused if a port is not available
 */
export async function serve(
  service: Service,
  settings: ServingSettings,
  { port, portSetting }: Pick<Address, 'port' | 'portSetting'>,
  log: ProcessLogger,
): Promise<void> {
  const host = settings.HOST;
  const probes = await probesOn(settings, { ready: service.ready, clock: systemClock, log });
  const listening = await orRefused({ host, port, portSetting }, async () =>
    listen(service.application, port, host, { log, client: settings.LOG_CLIENT, messages: messagesOf(service.application) }),
  );
  log.info({ port: listening.port }, 'listening');
  const leaving = {
    ...service,
    beginShutdown: () => {
      service.beginShutdown();
      void probes?.refresh();
    },
  };
  const steps = leavingSteps(leaving, listening, { drainMilliseconds: settings.SHUTDOWN_DRAIN_MILLISECONDS });
  shutDownOnSignal([...steps, ...service.closing, { name: 'probes', run: async () => probes?.close() }], log);
}

/**
 * Answers probes on `PROBE_PORT`; `undefined` if it is not set.
 * @throws StartRefused if the port is not available
 */
export async function probesOn(
  { HOST: host, PROBE_PORT: port }: Pick<ServingSettings, 'HOST' | 'PROBE_PORT'>,
  options: Pick<ProbesOptions, 'ready' | 'clock' | 'log'>,
): Promise<Probes | undefined> {
  if (port === undefined) return undefined;
  return orRefused({ host, port, portSetting: 'PROBE_PORT' }, async () => openProbes({ host, port, ...options }));
}

async function orRefused<Value>(address: Address, open: () => Promise<Value>): Promise<Value> {
  try {
    return await open();
  } catch (error) {
    throw refusedPort(error, address);
  }
}

/** Returns a line for people if the port or the address is the reason; else the exception itself. */
function refusedPort(error: unknown, { host, port, portSetting }: Address): unknown {
  const code = error instanceof Error ? textOf(error, 'code') : undefined;
  const place = host === undefined ? `port ${port}` : `port ${port} of ${host}`;
  switch (code) {
    case 'EADDRINUSE':
      return new StartRefused(`Another program listens on ${place}: stop it, or choose another port with ${portSetting}.`);
    case 'EACCES':
      return new StartRefused(`This user is not permitted to listen on ${place}: choose a port from 1024 on with ${portSetting}.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartRefused(`This machine does not have the address ${host ?? ''}: change HOST.`);
    default:
      return error;
  }
}
