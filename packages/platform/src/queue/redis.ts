import { Redis, type RedisOptions } from 'ioredis';
import { redisConnection, type ServerAddress } from '../tls/address.js';

export type { Redis } from 'ioredis';

const CONNECT_MILLISECONDS = 1_000;
/** Maximal milliseconds for which an unclosed connection keeps a process alive. */
const DISCONNECT_MILLISECONDS = 200;
const COMMAND_MILLISECONDS = 1_000;
const MAX_PAUSE = 2_000;

/** Retries forever, with pauses of at most two seconds: Redis may come back at any time. */
const again = (attempt: number): number => Math.min(50 * 2 ** Math.min(attempt, 10), MAX_PAUSE);

const PATIENT = {
  connectTimeout: CONNECT_MILLISECONDS,
  disconnectTimeout: DISCONNECT_MILLISECONDS,
  retryStrategy: again,
  keepAlive: 10_000,
} satisfies RedisOptions;

/**
 * Opens a connection whose commands fail at once while Redis is down, and after a second while it hangs: a request must never
 * wait for an optional dependency. Connection errors are events, not exceptions; `onError` may log them.
 */
export function openRedis(address: ServerAddress, onError: (error: Error) => void): Redis {
  const { url, ...tls } = redisConnection(address);
  const redis = new Redis(url, {
    ...PATIENT,
    ...tls,
    commandTimeout: COMMAND_MILLISECONDS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  });
  redis.on('error', onError);
  return redis;
}

/**
 * Opens a connection that waits through outages, for blocking reads and subscriptions. A subscriber subscribes again after each
 * reconnection (`createMessages` does). The client's own resubscription cannot be used: its rejection on a closed connection
 * cannot be caught, and would end the process.
 */
export function openBlockingRedis(address: ServerAddress, onError: (error: Error) => void): Redis {
  const { url, ...tls } = redisConnection(address);
  const redis = new Redis(url, { ...PATIENT, ...tls, maxRetriesPerRequest: null, autoResubscribe: false });
  redis.on('error', onError);
  return redis;
}

/** Resolves when the connection is ready, or after `milliseconds` without it: Redis is not needed to start. */
export async function awaitReady(redis: Redis, milliseconds: number): Promise<boolean> {
  if (redis.status === 'ready') return true;
  return new Promise((resolve) => {
    const late = setTimeout(() => settle(false), milliseconds);
    const ready = () => settle(true);
    const settle = (answer: boolean) => {
      clearTimeout(late);
      redis.off('ready', ready);
      resolve(answer);
    };
    redis.once('ready', ready);
  });
}
