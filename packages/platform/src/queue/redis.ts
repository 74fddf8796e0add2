import { Cluster, type RedisOptions, Redis as SingleRedis } from 'ioredis';
import { redisConnection, type ServerAddress } from '../tls/address.js';
import { redisAddresses } from './addresses.js';

/** The client of one Redis, or of a Redis Cluster. Commands with several keys must keep them on one slot, by a hash tag. */
export type Redis = SingleRedis | Cluster;

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
  keepAlive: 10_000,
} satisfies RedisOptions;

/**
 * Opens a connection whose commands fail at once while Redis is down, and after a second while it hangs: a request must never
 * wait for an optional dependency. Connection errors are events, not exceptions; `onError` may log them.
 * @param address one address; or those of some nodes of a Redis Cluster, separated by commas
 */
export function openRedis(address: ServerAddress, onError: (error: Error) => void): Redis {
  const options = { ...PATIENT, commandTimeout: COMMAND_MILLISECONDS, maxRetriesPerRequest: 0 };
  const redis = open(address, options, false);
  redis.on('error', onError);
  return redis;
}

/**
 * Opens a connection that waits through outages, for blocking reads and subscriptions. A subscriber subscribes again after each
 * reconnection (`createMessages` does). The client's own resubscription cannot be used: its rejection on a closed connection
 * cannot be caught, and would end the process.
 */
export function openBlockingRedis(address: ServerAddress, onError: (error: Error) => void): Redis {
  const redis = open(address, { ...PATIENT, maxRetriesPerRequest: null, autoResubscribe: false }, true);
  redis.on('error', onError);
  return redis;
}

/** Milliseconds after which a cluster is asked for its nodes again, also without a redirection. */
const NODES_MILLISECONDS = 5_000;

type ConnectionOptions = Pick<RedisOptions, 'commandTimeout' | 'maxRetriesPerRequest' | 'autoResubscribe'> & typeof PATIENT;

function open(address: ServerAddress, options: ConnectionOptions, enableOfflineQueue: boolean): Redis {
  const { url, ...tls } = redisConnection(address);
  const addresses = redisAddresses(url);
  const [first] = addresses;
  if (addresses.length < 2 || first === undefined) {
    return new SingleRedis(url, { ...options, ...tls, retryStrategy: again, enableOfflineQueue });
  }
  return new Cluster(
    addresses.map(({ host, port }) => ({ host, port })),
    {
      clusterRetryStrategy: again,
      enableOfflineQueue,
      slotsRefreshInterval: NODES_MILLISECONDS,
      slotsRefreshTimeout: CONNECT_MILLISECONDS,
      // A certificate is for the name of a node, not for the IP address that is looked up.
      dnsLookup: (name, found) => found(null, name),
      redisOptions: { ...options, ...first.credentials, ...tls },
    },
  );
}

export function isCluster(redis: Redis): redis is Cluster {
  return redis.isCluster;
}

/** Returns the connections to the nodes that hold keys: all masters of a cluster. Empty if a cluster is out. */
export function keyNodes(redis: Redis): readonly SingleRedis[] {
  return isCluster(redis) ? redis.nodes('master') : [redis];
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
