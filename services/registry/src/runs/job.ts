import type { Queue } from '@kirchhoff/platform';
import type { RunKind } from './run.js';

/** A queue for each kind, so that neither waits behind the other's backlog. */
export const RUN_QUEUES = { certification: 'certifications', verification: 'verifications' } as const satisfies Readonly<
  Record<RunKind, string>
>;

/** All that a job carries: what is true of the run stands in its row. */
export interface RunJob {
  readonly run_id: string;
  readonly attempt: number;
  /** The place in a trace of the request that asked for the run: for the log, and for nothing that is true of the run. */
  readonly traceparent?: string;
}

/**
 * Puts a run into the queue of its kind. Its job id is `<row>-<attempt>`, so that adding what is there already changes
 * nothing.
 * @throws where Redis is out
 */
export async function enqueue(queue: Queue<RunJob>, job: RunJob): Promise<void> {
  await queue.add('run', job, { jobId: `${job.run_id}-${job.attempt}` });
}
