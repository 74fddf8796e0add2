import { Redis } from 'ioredis';
import { testServer } from './servers.js';

/** The address of a Redis database of one test file's own. */
export async function createTestRedis(): Promise<string> {
  const server = testServer('TEST_REDIS_URL');
  const redis = new Redis(server);
  const number = await redis.incr('test:database');
  redis.disconnect();
  const url = new URL(server);
  url.pathname = `/${number}`;
  return url.href;
}
