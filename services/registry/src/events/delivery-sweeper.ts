import { isRedisOutage, type Queue } from '@kirchhoff/platform';
import type { AttemptRepository } from './attempt-repository.js';
import { type DeliveryJob, enqueueDelivery } from './delivery-job.js';

export interface SweeperLog {
  warn(fields: object, message: string): void;
}

export interface DeliverySweeperParts {
  readonly attempts: AttemptRepository;
  readonly queue: Queue<DeliveryJob>;
  readonly log: SweeperLog;
  readonly intervalMilliseconds: number;
}

/** So many rows a sweep; the next goes on where it ended, so that no heap of rows hides what is behind it. */
const MOST_ROWS = 500;

/**
 * Finds attempts that are overdue: Redis lost its jobs, an enqueue failed after its commit, or a worker died. Adding a
 * job that is there already changes nothing, and two jobs of one attempt neither. Any number of sweepers may run.
 */
export class DeliverySweeper {
  readonly #parts: DeliverySweeperParts;
  #after = 0;
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(parts: DeliverySweeperParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#sweeping = this.#sweepAndLog().then(() => {
        if (!this.#stopped) this.start();
      });
    }, this.#parts.intervalMilliseconds);
  }

  /** Resolves when a sweep that has begun is over. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#sweeping;
  }

  /** @throws where Postgres or Redis is out */
  async sweep(): Promise<void> {
    const { attempts, queue, intervalMilliseconds } = this.#parts;
    const overdue = await attempts.overdue(this.#after, intervalMilliseconds, MOST_ROWS);
    this.#after = overdue.length < MOST_ROWS ? 0 : (overdue.at(-1)?.due ?? 0);
    await Promise.all(overdue.map(async (job) => enqueueDelivery(queue, job)));
  }

  async #sweepAndLog(): Promise<void> {
    try {
      await this.sweep();
    } catch (error) {
      if (!isRedisOutage(error)) this.#parts.log.warn({ err: error }, 'a sweep of deliveries failed; the next one will see the same rows');
    }
  }
}
