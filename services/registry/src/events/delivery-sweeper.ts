import type { Queue } from '@kirchhoff/platform';
import type { AttemptRepository } from './attempt-repository.js';
import { type DeliveryJob, enqueueDelivery } from './delivery-job.js';

export interface DeliverySweeperParts {
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
  readonly #parts: DeliverySweeperParts;
  #after = 0;

  constructor(parts: DeliverySweeperParts) {
    this.#parts = parts;
  }

  /** @throws if Postgres or Redis is out */
  async sweep(): Promise<void> {
    const { attempts, queue, graceMilliseconds } = this.#parts;
    const overdue = await attempts.overdue(this.#after, graceMilliseconds, MAX_ROWS);
    this.#after = overdue.length < MAX_ROWS ? 0 : (overdue.at(-1)?.due ?? 0);
    await Promise.all(overdue.map(async (job) => enqueueDelivery(queue, job)));
  }
}
