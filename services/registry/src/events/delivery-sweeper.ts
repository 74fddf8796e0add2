import type { Queue } from '@kirchhoff/platform';
import type { AttemptRepository } from './attempt-repository.js';
import { type DeliveryJob, enqueueDelivery } from './delivery-job.js';

export interface DeliverySweeperParts {
  readonly attempts: AttemptRepository;
  readonly queue: Queue<DeliveryJob>;
  /** What is overdue by no more may still be under way. */
  readonly graceMilliseconds: number;
}

/** So many rows a sweep; the next goes on where it ended, so that no heap of rows hides what is behind it. */
const MAX_ROWS = 500;

/**
 * Finds attempts that are overdue: Redis lost its jobs, an enqueue failed after its commit, or a worker died. Adding a
 * job that is there already changes nothing, and two jobs of one attempt neither. Any number of sweepers may run.
 */
export class DeliverySweeper {
  readonly #parts: DeliverySweeperParts;
  #after = 0;

  constructor(parts: DeliverySweeperParts) {
    this.#parts = parts;
  }

  /** @throws where Postgres or Redis is out */
  async sweep(): Promise<void> {
    const { attempts, queue, graceMilliseconds } = this.#parts;
    const overdue = await attempts.overdue(this.#after, graceMilliseconds, MAX_ROWS);
    this.#after = overdue.length < MAX_ROWS ? 0 : (overdue.at(-1)?.due ?? 0);
    await Promise.all(overdue.map(async (job) => enqueueDelivery(queue, job)));
  }
}
