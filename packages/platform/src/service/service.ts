import type { Express } from 'express';
import { databaseKeyStore, type KeyStore } from '../authentication/key-store.js';
import { type KeyVerification, openKeyVerification } from '../authentication/key-verification.js';
import { type Database, openDatabase, type Pooling } from '../database/database.js';
import { readMigrations } from '../database/migrations.js';
import { type Clock, systemClock } from '../environment/clock.js';
import { type Randomness, systemRandomness } from '../environment/randomness.js';
import { FairTurns } from '../fair-shares/fair-turns.js';
import { postgresCheck, redisCheck } from '../health/checks.js';
import { OutageLog } from '../health/outage-log.js';
import { LEAVING, type Readiness, SchemaReadiness } from '../health/readiness.js';
import { createApplication } from '../http/application.js';
import type { ProcessLog } from '../http/logger.js';
import { ProxyNotice } from '../http/proxy-notice.js';
import { type LoggedClient, requestLog } from '../http/request-log.js';
import type { ProblemPage, Route } from '../http/route.js';
import { databaseIdempotencyStore } from '../idempotency/store.js';
import type { OpenApiDocument } from '../openapi/document.js';
import { describeService } from '../openapi/routes.js';
import { connectRedis, type RedisConnections } from '../queue/connections.js';
import { type ShutdownLog, type ShutdownStep, shutDown } from '../shutdown/shutdown.js';
import { type Metrics, NO_METRICS } from '../telemetry/metrics/metrics.js';
import { meterDependencies, meterPool } from '../telemetry/metrics/process-metrics.js';
import type { TracingSettings } from '../telemetry/tracing/settings.js';
import { openTracing } from '../telemetry/tracing/tracing.js';
import { databaseAddress, redisAddress } from '../tls/address.js';
import type { DatabaseAddressSettings, RedisAddressSettings } from '../tls/settings.js';

/** The opened resources of a process: closed in reverse order, at the end or if opening the rest failed. */
export class ResourceStack {
  readonly #groups: (readonly ShutdownStep[])[] = [];

  /** Adds a value that has to be closed. */
  add<Value>(name: string, value: Value, close: (value: Value) => unknown): Value {
    this.addSteps([{ name, run: async () => close(value) }]);
    return value;
  }

  /** Adds steps, which will run in this order, before those of everything opened earlier. */
  addSteps(steps: readonly ShutdownStep[]): void {
    this.#groups.unshift(steps);
  }

  get closing(): readonly ShutdownStep[] {
    return this.#groups.flat();
  }

  /** Runs the function that opens the rest; if it throws, all opened resources are closed before the exception continues. */
  async orDispose<Value>(open: () => Promise<Value>, log: ShutdownLog): Promise<Value> {
    try {
      return await open();
    } catch (error) {
      await shutDown(this.closing, log);
      throw error;
    }
  }
}

/** The part of its environment that every service has. */
export interface ServiceSettings extends TracingSettings, DatabaseAddressSettings, RedisAddressSettings {
  readonly DATABASE_POOL_SIZE: number;
  readonly DATABASE_POOLING?: Pooling | undefined;
  readonly UNKNOWN_KEYS_PER_MINUTE: number;
  readonly OCTETS_IN_FLIGHT_PER_ACCOUNT: number;
  readonly OCTETS_IN_FLIGHT: number;
  readonly LOG_CLIENT: LoggedClient;
  readonly TRUST_PROXY?: string | undefined;
}

export interface ServiceOptions {
  /** The name as in `kirchhoff-<name>` and in the description. */
  readonly name: string;
  readonly version: string;
  /** Its purpose, in Markdown, for its description. */
  readonly about: string;
  /** The page for a browser that asks for an address that does not exist. Default: JSON for everyone. */
  readonly unroutedPage?: ProblemPage;
  readonly settings: ServiceSettings;
  readonly log: ProcessLog;
  /** Default: none. */
  readonly metrics?: Metrics | undefined;
  /** Default: those of the machine. */
  readonly clock?: Clock | undefined;
  /** Wraps the look-up of keys. */
  readonly keyStore?: (store: KeyStore, clock: Clock) => KeyStore;
}

/** The dependencies of every service. */
export interface ServiceContext {
  readonly version: string;
  readonly log: ProcessLog;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly randomness: Randomness;
  readonly database: Database;
  readonly redis: RedisConnections;
  readonly revocations: KeyVerification['revocations'];
  /** Verifies keys that do not come in the Authorization field: those of people who sign in. */
  readonly authenticator: KeyVerification['authenticator'];
  /** Divides the event loop between the reading of large bodies and other work of the service. */
  readonly turns: FairTurns;
  /** For the other resources that the service opens. */
  readonly opened: ResourceStack;
  /** Adds a part that has to end the waiting of requests when the process stops. */
  readonly addLine: (line: ClosableQueue) => void;
  /** True if it may receive requests: not during the shutdown, and not with an older schema. */
  readonly ready: () => Promise<Readiness>;
}

/** A part in which requests wait for their turn or for a result. Each member is called at most once, in this order. */
export interface ClosableQueue {
  /** Called at the signal: answers requests that may wait long with the present state. New requests are still accepted. */
  drain?(): void;
  /** Called when no further request is accepted: rejects all waiting requests, and from now on those that would have to wait. */
  stopWaiting?(): void;
  /** Called when the time for work is over: ends the running tasks. */
  giveUp?(): void;
}

/** A service, ready to be served. */
export interface Service {
  readonly application: Express;
  /** Its API in OpenAPI. */
  readonly description: OpenApiDocument;
  /** True if it may receive requests. */
  readonly ready: () => Promise<Readiness>;
  /** From now on, `/readyz` is 503, and requests do not wait for runs. */
  beginShutdown(): void;
  /** Answers waiting requests with 503; running ones continue. */
  stopWaiting(): void;
  /** Ends the tasks of the engine that still run: their requests are answered with 503. */
  giveUp(): void;
  /** The steps that close its resources after the last request is answered. */
  readonly closing: readonly ShutdownStep[];
}

/**
 * Opens a service: first the shared resources, then those that `routesOn` opens. It works before Postgres and Redis are available.
 * @throws the exception of opening; then everything opened has been closed
 */
export async function openService(
  options: ServiceOptions,
  routesOn: (foundation: ServiceContext) => Promise<readonly Route[]>,
): Promise<Service> {
  const { name, version, about, settings, log } = options;
  const opened = new ResourceStack();
  return opened.orDispose(async () => {
    let leaving = false;
    // Opened first, so that its last spans are sent when everything else is closed.
    const traces = { service: `kirchhoff-${name}`, version, log, randomness: systemRandomness };
    const tracing = opened.add('traces', await openTracing(settings, traces), async (each) => each?.close());
    const { keyVerification, lines, ...foundation } = await openFoundation(options, opened, () => leaving);
    const { routes, description } = describeService({ service: name, version, description: about }, await routesOn(foundation));
    const { clock, randomness, database } = foundation;
    const application = createApplication({
      routes,
      authenticator: keyVerification.authenticator,
      log: requestLog(foundation.log, settings.LOG_CLIENT),
      clock,
      randomness,
      trustProxy: settings.TRUST_PROXY,
      proxies: new ProxyNotice(settings.TRUST_PROXY, log),
      turns: foundation.turns,
      tracing,
      byteLimits: { ofAccount: settings.OCTETS_IN_FLIGHT_PER_ACCOUNT, inAll: settings.OCTETS_IN_FLIGHT },
      idempotency: databaseIdempotencyStore(database, randomness),
      metrics: foundation.metrics,
      unroutedPage: options.unroutedPage,
    });
    const beginShutdown = () => {
      leaving = true;
      for (const line of lines) line.drain?.();
    };
    const stopWaiting = () => {
      for (const line of lines) line.stopWaiting?.();
    };
    const giveUp = () => {
      for (const line of lines) line.giveUp?.();
    };
    return { application, description, ready: foundation.ready, beginShutdown, stopWaiting, giveUp, closing: opened.closing };
  }, log);
}

async function openFoundation(
  { name, version, settings, metrics = NO_METRICS, clock = systemClock, keyStore = (store) => store, ...options }: ServiceOptions,
  opened: ResourceStack,
  isLeaving: () => boolean,
): Promise<ServiceContext & { readonly keyVerification: KeyVerification; readonly lines: readonly ClosableQueue[] }> {
  const randomness = systemRandomness;
  const migrations = await readMigrations();
  const connections = {
    url: databaseAddress(settings),
    poolSize: settings.DATABASE_POOL_SIZE,
    pooling: settings.DATABASE_POOLING,
    applicationName: `kirchhoff-${name}`,
  };
  const database = opened.add('database', openDatabase(connections), async (each) => each.$disconnect());
  const log = new OutageLog({ log: options.log, clock });
  log.watch('postgres', postgresCheck(database));
  const connected = await connectRedis(redisAddress(settings), log, (sender) => log.watch('redis', redisCheck(sender)));
  const redis = opened.add('redis', connected, (each) => each.close());
  meterPool(metrics, database);
  meterDependencies(metrics, { postgres: postgresCheck(database), redis: redisCheck(redis.sender) });
  const keyVerification = await openKeyVerification({
    store: keyStore(databaseKeyStore(database), clock),
    database,
    redis,
    unknownKeysPerMinute: settings.UNKNOWN_KEYS_PER_MINUTE,
    clock,
    metrics,
  });
  opened.addSteps(keyVerification.closing);
  opened.add('outages', log, (each) => each.stop());
  const schema = new SchemaReadiness(database, migrations, log);
  void schema.askAtStart();
  const ready = async () => (isLeaving() ? LEAVING : schema.ask());
  const { authenticator, revocations } = keyVerification;
  const turns = new FairTurns(clock);
  const lines: ClosableQueue[] = [turns];
  const addLine = (line: ClosableQueue) => void lines.push(line);
  const shared = { version, log, metrics, clock, randomness, database, redis, revocations, authenticator };
  return { ...shared, opened, turns, addLine, lines, ready, keyVerification };
}
