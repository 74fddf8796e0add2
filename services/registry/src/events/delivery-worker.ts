import { setTimeout as wait } from 'node:timers/promises';
import {
  type Database,
  delayJob,
  isRedisOutage,
  type Metrics,
  openWorker,
  periodicTask,
  processJob,
  type Queue,
  type RedisConnections,
  systemClock,
  systemRandomness,
  type Tracing,
} from '@kirchhoff/platform';
import type { WorkerSettings } from '../settings.js';
import type { KeyNotice } from '../webhooks/key-notice.js';
import type { WebhookSecrets } from '../webhooks/secrets.js';
import { AddressPolicy, resolveName } from './address-policy.js';
import { AttemptRepository } from './attempt-repository.js';
import { DELIVERY_QUEUE, type DeliveryJob, enqueueDelivery } from './delivery.js';
import { DeliveryDispatcher } from './dispatcher.js';
import { crowdDelay } from './retries.js';
import { send } from './sender.js';

/** Milliseconds of an attempt in addition to its request; a slower worker loses the row. */
const LEASE_MARGIN_MILLISECONDS = 20_000;
/** Closing the queue waits for Redis, which may be out. By then no work depends on it. */
const CLOSE_MILLISECONDS = 1_000;

export interface DeliveryWorkerDeps {
  readonly database: Database;
  readonly redis: RedisConnections;
  readonly queue: Queue<DeliveryJob>;
  readonly settings: WorkerSettings;
  readonly version: string;
  readonly secrets: WebhookSecrets;
  readonly notice: KeyNotice;
  readonly log: { warn(fields: object, message: string): void };
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
}

export interface DeliveryWorker {
  /** Starts no further attempts; running ones continue. */
  leave(): Promise<void>;
  /**
   * Resolves when the running attempts have ended, or when the grace period has. Another worker repeats the unfinished attempts.
   */
  ended(): Promise<void>;
}

/** Starts to send deliveries and to sweep. Postgres and Redis may still be down. */
export function openDeliveryWorker({
  database,
  redis,
  queue,
  settings,
  version,
  secrets,
  notice,
  log,
  metrics,
  tracing,
}: DeliveryWorkerDeps): DeliveryWorker {
  const attempts = new AttemptRepository(database);
  const timeoutMilliseconds = settings.WEBHOOK_TIMEOUT_MILLISECONDS;
  const policy = new AddressPolicy(settings.WEBHOOK_ALLOWED_NETWORKS, settings.WEBHOOK_PORTS);
  const dispatcher = new DeliveryDispatcher({
    attempts,
    send: async (sending) => send(sending, { policy, resolve: resolveName, timeoutMilliseconds }),
    queue,
    clock: systemClock,
    randomness: systemRandomness,
    userAgent: `Kirchhoff-Webhooks/${version}`,
    leaseMilliseconds: timeoutMilliseconds + LEASE_MARGIN_MILLISECONDS,
    retryScale: settings.WEBHOOK_RETRY_SCALE,
    secrets,
    onSealed: (unopened) => notice.tell(unopened),
    metrics,
  });
  const deliver = async (job: DeliveryJob) =>
    dispatcher
      .deliver(job)
      .catch((error: unknown) => log.warn({ err: error, ...job }, 'an attempt at a delivery threw; the sweeper finds its row'));
  const worker = openWorker<DeliveryJob>(
    DELIVERY_QUEUE,
    redis.openBlocking(),
    async (job, token) =>
      dispatcher.hasRoom(job.data)
        ? processJob(tracing, DELIVERY_QUEUE, { ...job.data, id: job.id ?? '' }, async () => deliver(job.data))
        : delayJob(job, token, crowdDelay(job.attemptsStarted, systemRandomness)),
    { concurrency: settings.WEBHOOK_CONCURRENCY },
  );
  const intervalMilliseconds = settings.SWEEP_INTERVAL_MILLISECONDS;
  const sweeper = new DeliverySweeper({ attempts, queue, graceMilliseconds: intervalMilliseconds });
  const sweeping = periodicTask({
    intervalMilliseconds,
    run: async () => sweeper.sweep(),
    failed: (error) => {
      // While Redis is out every sweep fails; its connection already logs the outage.
      if (!isRedisOutage(error)) log.warn({ err: error }, 'a sweep of deliveries failed; the next sweep finds the same rows');
    },
  });
  let closed: Promise<unknown> = Promise.resolve();
  let grace: Promise<unknown> = Promise.resolve();
  return {
    leave: async () => {
      closed = worker.close();
      grace = atMost(settings.SHUTDOWN_GRACE_MILLISECONDS);
      await sweeping.stop();
    },
    ended: async () => {
      await Promise.race([dispatcher.settled(), grace]);
      await Promise.race([closed, atMost(CLOSE_MILLISECONDS)]);
    },
  };
}

async function atMost(milliseconds: number): Promise<void> {
  await wait(milliseconds, undefined, { ref: false });
}

export interface DeliverySweeperDeps {
  readonly attempts: AttemptRepository;
  readonly queue: Queue<DeliveryJob>;
  /** Milliseconds after its due moment in which an attempt may still be running. */
  readonly graceMilliseconds: number;
}

/** Rows of a sweep. The next sweep continues after them, so that many undeliverable rows do not hide later ones. */
const MAX_ROWS = 500;

/**
 * Finds overdue attempts: Redis lost their jobs, an enqueue failed after its commit, or a worker died. Adding a job twice adds it
 * once, and only one of two jobs claims the attempt. Any number of sweepers may run.
 */
export class DeliverySweeper {
  readonly #deps: DeliverySweeperDeps;
  #after = 0;

  constructor(deps: DeliverySweeperDeps) {
    this.#deps = deps;
  }

  /** @throws if Postgres or Redis is out */
  async sweep(): Promise<void> {
    const { attempts, queue, graceMilliseconds } = this.#deps;
    const overdue = await attempts.overdue(this.#after, graceMilliseconds, MAX_ROWS);
    this.#after = overdue.length < MAX_ROWS ? 0 : (overdue.at(-1)?.due ?? 0);
    await Promise.all(overdue.map(async (job) => enqueueDelivery(queue, job)));
  }
}
