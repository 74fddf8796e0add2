import type { Queue, Share } from '@kirchhoff/platform';
import type { RunKind } from './run.js';

/** A queue for each kind, so that neither waits behind the other's backlog. */
export const RUN_QUEUES = { certification: 'certifications', verification: 'verifications' } as const satisfies Readonly<
  Record<RunKind, string>
>;

/** One attempt at a run. */
export interface RunAttempt {
  readonly run_id: string;
  readonly attempt: number;
}

/** Announces that a run waits. The row has the run's state, and `Turns` decides the order. */
export interface RunJob extends RunAttempt {
  /** The share of the run's account, if it is known: a run that waits alone is then claimed by one statement. */
  readonly share?: Share;
}

/**
 * Puts a run into the queue of its kind. The id of the job is `<row>-<attempt>`, so that adding it twice adds it once.
 * @throws if Redis is out
 */
export async function enqueue(queue: Queue<RunJob>, job: RunJob): Promise<void> {
  await queue.add('run', job, { jobId: `${job.run_id}-${job.attempt}` });
}
