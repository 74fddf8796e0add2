import type { Database } from '../database/database.js';
import { Prisma } from '../generated/prisma/client.js';
import { isCluster, type Redis } from '../queue/redis.js';
import type { Check } from './readiness.js';

/** Checks that Postgres answers a statement. */
export function postgresCheck(database: Database): Check {
  return async () => {
    await database.$queryRaw(Prisma.sql`SELECT 1`);
  };
}

/** Checks that Redis answers a ping; for a cluster, that it serves every slot. */
export function redisCheck(redis: Redis): Check {
  return async () => {
    if (!isCluster(redis)) return void (await redis.ping());
    const info = await redis.cluster('INFO');
    if (!/^cluster_state:ok\r?$/m.test(info)) throw new Error('CLUSTERDOWN the cluster does not serve every slot');
  };
}

/** A queue that says how many jobs are in it. */
interface CountedQueue {
  getJobCounts(...types: ('waiting' | 'active')[]): Promise<Record<string, number>>;
}

/** Checks that the queues answer, and counts the waiting and running jobs of all of them. */
export function queueCheck(queues: readonly CountedQueue[]): Check {
  return async () => {
    const counts = await Promise.all(queues.map(async (queue) => queue.getJobCounts('waiting', 'active')));
    return {
      waiting: counts.reduce((sum, { waiting = 0 }) => sum + waiting, 0),
      active: counts.reduce((sum, { active = 0 }) => sum + active, 0),
    };
  };
}
