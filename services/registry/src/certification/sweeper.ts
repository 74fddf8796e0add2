import type { AttemptRepository } from './attempts.js';
import type { Runner } from './runner.js';

export interface SweeperParts {
  readonly attempts: AttemptRepository;
  readonly runner: Runner;
  /** A run that has waited for no longer may still have its job. */
  readonly graceMilliseconds: number;
}

/** So many rows a sweep: what is left comes with the next. */
const MOST_ROWS = 500;

/**
 * Finds runs that nobody works on any more: a worker was killed, Redis lost its jobs, or an enqueue failed after its
 * commit. A lease that ran out costs the run an attempt; a job that is gone does not, for nothing was begun. Adding a
 * job that is there already changes nothing, so waiting rows are simply added again. Any number of sweepers may run.
 */
export class Sweeper {
  readonly #parts: SweeperParts;

  constructor(parts: SweeperParts) {
    this.#parts = parts;
  }

  /** @throws where Postgres is out */
  async sweep(): Promise<void> {
    const { attempts, runner, graceMilliseconds } = this.#parts;
    const overdue = await attempts.endOverdue(MOST_ROWS);
    const waiting = await attempts.waiting(graceMilliseconds, MOST_ROWS);
    const again = waiting.map((job) => ({ kind: 'again', job }) as const);
    await Promise.all([...overdue, ...again].map(async (next) => runner.follow(next)));
  }
}
