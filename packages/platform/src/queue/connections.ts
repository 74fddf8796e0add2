import { redisConnection, type ServerAddress } from '../tls/address.js';
import { redisTlsFault } from '../tls/remedy.js';
import { createMessages, type Messages } from './messages.js';
import { awaitReady, isCluster, openBlockingRedis, openRedis, type Redis } from './redis.js';

/**
 * Precedes every channel: only services with the same Redis database get each other's messages, although channels ignore databases.
 */
const channelPrefix = (redis: Redis): string => `kirchhoff:${isCluster(redis) ? 0 : (redis.options.db ?? 0)}:`;
/** Milliseconds for which a start waits for Redis; then it continues without it. */
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
 * Opens the Redis connections of a process. An outage delays the start by a second, but does not fail it.
 * @param opened receives the connection for commands before its first error can be logged
 */
export async function connectRedis(address: ServerAddress, log: RedisLog, opened?: (sender: Redis) => void): Promise<RedisConnections> {
  const hasTls = redisConnection(address).tls !== undefined;
  const told = new Set<string>();
  const onError = (error: Error) => {
    const fault = hasTls ? redisTlsFault(error) : undefined;
    if (fault === undefined) return log.warn({ err: error }, 'Redis does not answer');
    // Each connection repeats it every two seconds.
    if (!told.has(fault.reason)) log.warn({ dependency: 'redis', ...fault }, 'the TLS connection to Redis failed');
    told.add(fault.reason);
  };
  const connections: Redis[] = [];
  const open = (how: typeof openRedis): Redis => {
    const redis = how(address, onError);
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
