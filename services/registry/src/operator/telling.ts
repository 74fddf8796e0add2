import { type Clock, connectRedis, type Database, openQueue, type Randomness, type Redis, Revocations } from '@kirchhoff/platform';
import { DELIVERY_QUEUE, type DeliveryJob } from '../events/delivery-job.js';
import { Outbox } from '../events/outbox.js';
import { withDatabase } from './database.js';
import type { Outcome } from './outcome.js';

export interface TellingParts {
  readonly DATABASE_URL: string;
  readonly REDIS_URL: string;
  readonly clock: Clock;
  readonly randomness: Randomness;
}

/** By what a command changes something and tells of it. */
export interface Telling {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly revocations: Revocations;
  readonly redis: Redis;
}

/**
 * Runs what also tells processes and webhooks, and closes what it opened. Redis may be out: keys are dead 0.3 s after
 * the commit all the same, and workers find what webhooks are to be told.
 * @throws where Postgres is out
 */
export async function withTelling(
  { DATABASE_URL, REDIS_URL, clock, randomness }: TellingParts,
  work: (telling: Telling) => Promise<Outcome>,
  poolSize = 1,
): Promise<Outcome> {
  return withDatabase(
    DATABASE_URL,
    async (database) => {
      const redis = await connectRedis(REDIS_URL, QUIET);
      const queue = openQueue<DeliveryJob>(DELIVERY_QUEUE, redis.sender);
      const outbox = new Outbox({ queue, clock, randomness });
      const revocations = new Revocations(redis.messages, clock);
      try {
        return await work({ database, outbox, revocations, redis: redis.sender });
      } finally {
        await queue.close();
        redis.close();
      }
    },
    poolSize,
  );
}

/** A Redis that is out needs no line a second. */
const QUIET = { warn: () => undefined };
