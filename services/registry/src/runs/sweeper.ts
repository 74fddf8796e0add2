import type { RunAttempt } from './job.js';
import type { NextAttempt } from './repository.js';

/** The runs of one kind, and who goes on with them. */
export interface Swept {
  readonly runs: {
    endOverdue(most: number): Promise<readonly NextAttempt[]>;
    waiting(milliseconds: number, most: number): Promise<readonly RunAttempt[]>;
  };
  readonly runner: { follow(next: NextAttempt): Promise<void> };
}

/** So many rows of a kind a sweep: what is left comes with the next. */
const MAX_ROWS = 500;

/**
 * Finds runs that nobody works on any more: a worker was killed, Redis lost its jobs, or an enqueue failed after its
 * commit. A lease that ran out costs the run an attempt; a job that is gone does not, for nothing was begun. Adding a
 * job that is there already changes nothing, so waiting rows are simply added again. Any number of sweepers may run.
 * @param graceMilliseconds a run that has waited for no longer may still have its job
 * @throws where Postgres is out
 */
export async function sweep({ runs, runner }: Swept, graceMilliseconds: number): Promise<void> {
  const overdue = await runs.endOverdue(MAX_ROWS);
  const waiting = await runs.waiting(graceMilliseconds, MAX_ROWS);
  const again = waiting.map((job) => ({ kind: 'again', job }) as const);
  await Promise.all([...overdue, ...again].map(async (next) => runner.follow(next)));
}
