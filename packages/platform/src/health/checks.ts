import type { Redis } from 'ioredis';
import type { Database } from '../database/database.js';
import { Prisma } from '../generated/prisma/client.js';
import type { Check } from './probe.js';

/** Whether Postgres answers a statement. */
export function postgresCheck(database: Database): Check {
  return async () => {
    await database.$queryRaw(Prisma.sql`SELECT 1`);
  };
}

/** Whether Redis answers a ping. */
export function redisCheck(redis: Redis): Check {
  return async () => {
    await redis.ping();
  };
}

/** Whether the queue can be asked, and how many jobs wait and run. */
export function queueCheck(queue: { getJobCounts(...types: ('waiting' | 'active')[]): Promise<Record<string, number>> }): Check {
  return async () => {
    const { waiting = 0, active = 0 } = await queue.getJobCounts('waiting', 'active');
    return { waiting, active };
  };
}
