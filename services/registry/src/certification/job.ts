import type { Queue } from '@kirchhoff/platform';

export const CERTIFICATION_QUEUE = 'certifications';

/** All that a job carries: what is true of the run stands in its row. */
export interface CertificationJob {
  readonly certification_id: string;
  readonly attempt: number;
  /** The place in a trace of the request that asked for the run: for the log, and for nothing that is true of the run. */
  readonly traceparent?: string;
}

/**
 * Puts a run into the queue. Its job id is `<row>-<attempt>`, so that adding what is there already changes nothing.
 * @throws where Redis is out
 */
export async function enqueue(queue: Queue<CertificationJob>, job: CertificationJob): Promise<void> {
  await queue.add('certify', job, { jobId: `${job.certification_id}-${job.attempt}` });
}
