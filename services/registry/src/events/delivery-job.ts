import type { Queue } from '@kirchhoff/platform';

export const DELIVERY_QUEUE = 'webhook-deliveries';

/** All that a job carries: what is true of the delivery stands in its row. */
export interface DeliveryJob {
  readonly webhook_id: string;
  readonly event_id: string;
}

/**
 * Puts a delivery into the queue. The job's id is the row's, so that adding what is there already changes nothing.
 * @throws where Redis is out
 */
export async function enqueueDelivery(queue: Queue<DeliveryJob>, job: DeliveryJob): Promise<void> {
  await queue.add('deliver', job, { jobId: `${job.webhook_id}-${job.event_id}` });
}
