import { Prisma, type Queue, sendJob, type Traced } from '@kirchhoff/platform';

export const DELIVERY_QUEUE = 'webhook-deliveries';

/** The content of a job; the row has the state of the delivery. */
export interface DeliveryJob extends Traced {
  readonly webhook_id: string;
  readonly event_id: string;
  /** The due moment of the row's next attempt, in milliseconds of Unix time; it identifies the attempt. */
  readonly due: number;
}

/**
 * Puts an attempt into the queue. The job's id consists of row and moment: adding it twice adds it once, and an outdated job
 * finds no row.
 *
 * @param delayMilliseconds time until it is due
 * @throws if Redis is out
 */
export async function enqueueDelivery(queue: Queue<DeliveryJob>, job: DeliveryJob, delayMilliseconds = 0): Promise<void> {
  const jobId = `${job.webhook_id}-${job.event_id}-${job.due}`;
  await sendJob(queue.name, jobId, async (traced) => queue.add('deliver', { ...job, ...traced }, { jobId, delay: delayMilliseconds }));
}

/** A row of `webhook_deliveries` as the job of its next attempt: a select list. */
export const DELIVERY_JOB = Prisma.sql`webhook_id, event_id, (extract(epoch FROM next_attempt_at) * 1000)::float8 AS due`;
