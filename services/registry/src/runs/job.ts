import { type Queue, type Share, sendJob, type Traced } from '@kirchhoff/platform';
import type { RunKind } from './run.js';

/** One queue for each kind, so that neither waits for the other's backlog. */
export const RUN_QUEUES = { certification: 'certifications', verification: 'verifications' } as const satisfies Readonly<
  Record<RunKind, string>
>;

/** One attempt at a run. */
export interface RunAttempt {
  readonly run_id: string;
  readonly attempt: number;
}

/** Announces a waiting run. The row has its state, and `Turns` decides the order. */
export interface RunJob extends RunAttempt, Traced {
  /** The fair-share key of the run's account, if known: a run that waits alone is then claimed by one statement. */
  readonly share?: Share;
}

/** Returns the id of a job: of row and attempt, so that adding it twice adds it once. */
export function jobId({ run_id, attempt }: RunAttempt): string {
  return `${run_id}-${attempt}`;
}

/**
 * Puts a run into the queue of its kind.
 *
 * @throws if Redis is out
 */
export async function enqueue(queue: Queue<RunJob>, job: RunJob): Promise<void> {
  const id = jobId(job);
  await sendJob(queue.name, id, async (traced) => queue.add('run', { ...job, ...traced }, { jobId: id }));
}
