import {
  type Clock,
  connectRedis,
  type Database,
  openQueue,
  type Randomness,
  type Redis,
  Revocations,
  type ServerAddress,
} from '@kirchhoff/platform';
import { DELIVERY_QUEUE, type DeliveryJob } from '../events/delivery.js';
import { Outbox } from '../events/outbox.js';
import { withDatabase } from './database.js';
import type { CommandOutcome } from './outcome.js';

export interface TellingDeps {
  readonly postgresAt: ServerAddress;
  readonly redisAt: ServerAddress;
  readonly clock: Clock;
  readonly randomness: Randomness;
}

/** The dependencies of commands that change and announce something. */
export interface Telling {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly revocations: Revocations;
  readonly redis: Redis;
}

/**
 * Runs a command that announces its change to processes and webhooks, and closes its connections. Redis may be out: keys are still
 * dead 0.3 s after the commit, and workers find the webhook deliveries.
 *
 * @throws if Postgres is out
 */
export async function withTelling(
  { postgresAt, redisAt, clock, randomness }: TellingDeps,
  work: (telling: Telling) => Promise<CommandOutcome>,
  poolSize = 1,
): Promise<CommandOutcome> {
  return withDatabase(
    postgresAt,
    async (database) => {
      const redis = await connectRedis(redisAt, QUIET);
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

/** Drops the log lines of an unreachable Redis, one of which would come every second. */
const QUIET = { warn: () => undefined };
