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

/** A job says that a run waits. What is true of the run stands in its row; whose turn it is `Turns` decides. */
export interface RunJob extends RunAttempt {
  /** Who asked for it, where that is known: a run that waits alone is then found by one statement. */
  readonly share?: Share;
}

/**
 * Puts a run into the queue of its kind. Its job id is `<row>-<attempt>`, so that adding what is there already changes
 * nothing.
 * @throws where Redis is out
 */
export async function enqueue(queue: Queue<RunJob>, job: RunJob): Promise<void> {
  await queue.add('run', job, { jobId: `${job.run_id}-${job.attempt}` });
}
