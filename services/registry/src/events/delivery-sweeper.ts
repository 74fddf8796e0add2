import type { Queue } from '@kirchhoff/platform';
import type { AttemptRepository } from './attempt-repository.js';
import { type DeliveryJob, enqueueDelivery } from './delivery-job.js';

export interface DeliverySweeperParts {
  readonly attempts: AttemptRepository;
  readonly queue: Queue<DeliveryJob>;
  /** Milliseconds past its time for which a delivery may still be under way. */
  readonly graceMilliseconds: number;
}

/** Rows of a sweep. The next sweep goes on behind them, so that a heap of rows does not hide later ones. */
const MAX_ROWS = 500;

/**
 * Finds attempts that are overdue: Redis lost its jobs, an enqueue failed after its commit, or a worker died. Adding a job twice
 * adds it once, and two jobs of one attempt make one attempt. Any number of sweepers may run.
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
