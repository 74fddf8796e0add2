import { createMessages, type Messages } from './messages.js';
import { awaitReady, openBlockingRedis, openRedis, type Redis } from './redis.js';

/**
 * Before every channel: services that share a Redis database hear one another's messages, and those of another database
 * of the same server do not.
 */
const channelPrefix = (redis: Redis): string => `kirchhoff:${redis.options.db ?? 0}:`;
/** Milliseconds for which a start waits for Redis before it continues without. */
const START_MILLISECONDS = 1_000;

export interface RedisLog {
  warn(fields: object, message: string): void;
}

/** The connections to Redis of one process. */
export interface RedisConnections {
  /** Fails fast: for commands of requests. */
  readonly sender: Redis;
  readonly messages: Messages;
  /** Waits through outages; the caller closes it. */
  openBlocking(): Redis;
  close(): void;
}

/**
 * Opens the Redis connections of a process. An outage delays the start by a second and fails no start.
 * @param opened receives the connection for commands before its first error can be logged
 */
export async function connectRedis(url: string, log: RedisLog, opened?: (sender: Redis) => void): Promise<RedisConnections> {
  const onError = (error: Error) => log.warn({ err: error }, 'Redis does not answer');
  const connections: Redis[] = [];
  const open = (how: typeof openRedis): Redis => {
    const redis = how(url, onError);
    connections.push(redis);
    return redis;
  };
  const sender = open(openRedis);
  opened?.(sender);
  const messages = createMessages(sender, open(openBlockingRedis), channelPrefix(sender));
  await awaitReady(sender, START_MILLISECONDS);
  return {
    sender,
    messages,
    openBlocking: () => open(openBlockingRedis),
    close: () => {
      for (const redis of connections) redis.disconnect();
    },
  };
}
