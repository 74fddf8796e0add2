import { textOf } from '../database/outage.js';
import { systemClock } from '../environment/clock.js';
import { StartRefused } from '../environment/start.js';
import { messagesOf } from '../http/application.js';
import type { ProcessLogger } from '../http/logger.js';
import type { LoggedClient } from '../http/request-log.js';
import { listen } from '../http/server.js';
import { openProbes, type Probes, type ProbesOptions } from '../probes/probes.js';
import type { ProblemCode } from '../problems/codes.js';
import { type ShutdownStep, shutDownOnSignal } from '../shutdown/shutdown.js';
import { boundedRead } from '../telemetry/metrics/bounded-read.js';
import { NO_METRICS } from '../telemetry/metrics/metrics.js';
import { SCRAPE_MILLISECONDS } from '../telemetry/metrics/process-metrics.js';
import type { Build, MetricsRegistry } from '../telemetry/metrics/registry.js';
import { serveMetrics } from '../telemetry/metrics/server.js';
import { leavingSteps } from './leaving.js';
import type { Service } from './service.js';

/** The settings of a process that serves (`SERVING_SETTINGS`). */
export interface ServingSettings {
  readonly HOST?: string | undefined;
  readonly PROBE_PORT?: number | undefined;
  readonly METRICS_PORT?: number | undefined;
  readonly SHUTDOWN_DRAIN_MILLISECONDS: number;
  readonly LOG_CLIENT: LoggedClient;
}

/** The log and the metrics of a process. */
export interface Observation {
  readonly log: ProcessLogger;
  /** `undefined`: the process shows none. */
  readonly metrics: MetricsRegistry | undefined;
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
  { log, metrics }: Observation,
): Promise<void> {
  const host = settings.HOST;
  const shown = await metricsOn(settings, metrics, { ready: service.ready, log });
  const refusals = (metrics ?? NO_METRICS).counter('http_refusals_total');
  const refused = (code: ProblemCode) => refusals.add({ code });
  const probes = await probesOn(settings, { ready: service.ready, clock: systemClock, log });
  const listening = await orRefused({ host, port, portSetting }, async () =>
    listen(service.application, port, host, { log, refused, client: settings.LOG_CLIENT, messages: messagesOf(service.application) }),
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
  shutDownOnSignal([...steps, ...shown, ...service.closing, { name: 'probes', run: async () => probes?.close() }], log);
}

/**
 * Opens the metrics of a process; `undefined` if it shows none, since `METRICS_PORT` is not set. The library is loaded only then: it
 * takes 12 MB.
 */
export async function openMetrics(
  { METRICS_PORT: port }: Pick<ServingSettings, 'METRICS_PORT'>,
  build: Build,
): Promise<MetricsRegistry | undefined> {
  if (port === undefined) return undefined;
  const registry = await import('../telemetry/metrics/registry.js');
  return new registry.MetricsRegistry(build);
}

/**
 * Answers scrapes on `METRICS_PORT`, if the process shows metrics.
 * @returns the steps that end it: after the last work, before the parts that are read are closed
 * @throws StartRefused if the port is not available
 */
export async function metricsOn(
  { HOST: host, METRICS_PORT: port }: Pick<ServingSettings, 'HOST' | 'METRICS_PORT'>,
  metrics: MetricsRegistry | undefined,
  { ready, log }: Pick<ProbesOptions, 'ready' | 'log'>,
): Promise<readonly ShutdownStep[]> {
  if (metrics === undefined || port === undefined) return [];
  const readiness = boundedRead(ready, SCRAPE_MILLISECONDS);
  metrics.read('ready', async () => [{ labels: {}, value: (await readiness())?.kind === 'ready' ? 1 : 0 }]);
  const served = await orRefused({ host, port, portSetting: 'METRICS_PORT' }, async () => serveMetrics(metrics, { host, port, log }));
  log.info({ port: served.port }, 'showing metrics');
  return [{ name: 'metrics', run: async () => served.close() }];
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
