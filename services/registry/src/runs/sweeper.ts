import type { RunAttempt } from './job.js';
import type { NextAttempt } from './repository.js';

/** The runs of one kind, and their runner. */
export interface Swept {
  readonly runs: {
    endOverdue(most: number): Promise<readonly NextAttempt[]>;
    waiting(milliseconds: number, most: number): Promise<readonly RunAttempt[]>;
  };
  readonly runner: { follow(next: NextAttempt): Promise<void> };
}

/** Maximum rows of a sweep; the rest follows with the next one. */
const MAX_ROWS = 500;

/**
 * Finds runs without a worker: a worker was killed, Redis lost its jobs, or an enqueue failed after its commit. An expired lease
 * costs the run an attempt; a lost job does not, since no work began. Adding a job twice adds it once, so that waiting rows are
 * simply enqueued again.
 */
export async function sweep({ runs, runner }: Swept, graceMilliseconds: number): Promise<void> {
  const overdue = await runs.endOverdue(MAX_ROWS);
  const waiting = await runs.waiting(graceMilliseconds, MAX_ROWS);
  const again = waiting.map((job) => ({ kind: 'again', job }) as const);
  await Promise.all([...overdue, ...again].map(async (next) => runner.follow(next)));
}
