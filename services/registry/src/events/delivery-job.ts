import type { Queue } from '@kirchhoff/platform';

export const DELIVERY_QUEUE = 'webhook-deliveries';

/** The content of a job; the state of the delivery stands in its row. */
export interface DeliveryJob {
  readonly webhook_id: string;
  readonly event_id: string;
  /** The moment for which the row has its next attempt, in milliseconds of Unix time: the job is that attempt and no other. */
  readonly due: number;
  /** The place in a trace of what the delivery tells of, to be passed on. */
  readonly traceparent?: string;
}

/**
 * Puts an attempt into the queue. The id of the job is made of row and moment, so that adding it twice adds it once, and an
 * overtaken job finds no work.
 * @param delayMilliseconds until it is due
 * @throws if Redis is out
 */
export async function enqueueDelivery(queue: Queue<DeliveryJob>, job: DeliveryJob, delayMilliseconds = 0): Promise<void> {
  await queue.add('deliver', job, { jobId: `${job.webhook_id}-${job.event_id}-${job.due}`, delay: delayMilliseconds });
}
