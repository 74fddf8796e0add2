import { POOLINGS } from '../database/database.js';
import { LOGGED_CLIENTS } from '../http/request-log.js';
import { TRACING_SETTINGS } from '../telemetry/tracing/settings.js';
import { DATABASE_TLS_SETTINGS, REDIS_TLS_SETTINGS } from '../tls/settings.js';

/** The addresses of the servers. */
export const SERVER_SETTINGS = {
  ...DATABASE_TLS_SETTINGS,
  ...REDIS_TLS_SETTINGS,
  DATABASE_URL: {
    type: 'string',
    format: 'url',
    pattern: '^postgres(ql)?://',
    description: 'the address of Postgres, such as postgresql://user@host:5432/name',
  },
  REDIS_URL: {
    type: 'string',
    format: 'redis',
    pattern: '^rediss?://',
    description:
      'the address of Redis, such as redis://host:6379, or rediss:// with TLS; or several nodes of a Redis Cluster, separated by commas: redis://one:6379,redis://two:6379',
  },
} as const;

/** The variables with the same meaning in every process; a service spreads them into its own schema. */
export const SHARED_SETTINGS = {
  ...SERVER_SETTINGS,
  LOG_LEVEL: {
    type: 'string',
    enum: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    default: 'info',
    description: 'the log level',
  },
  TRUST_PROXY: {
    type: 'string',
    format: 'networks',
    description: 'addresses or networks of trusted proxies, separated by commas; their X-Forwarded-For is used',
  },
  DATABASE_POOLING: {
    type: 'string',
    enum: POOLINGS,
    default: 'session',
    description: '`transaction` if DATABASE_URL is the address of PgBouncer in transaction mode',
  },
  ...TRACING_SETTINGS,
  DATABASE_POOL_SIZE: { type: 'integer', minimum: 1, maximum: 500, default: 10, description: 'connections to Postgres from this process' },
} as const;

/** Further settings of every process that serves HTTP. */
export const SERVING_SETTINGS = {
  LOG_CLIENT: {
    type: 'string',
    enum: LOGGED_CLIENTS,
    default: 'group',
    description: 'the client in the log line of a request: its address group (IPv4 address, IPv6 /64), or none',
  },
  HOST: {
    type: 'string',
    minLength: 1,
    description: 'the address to listen on, such as 127.0.0.1. Default: all addresses of the machine',
  },
  PROBE_PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65_535,
    description: 'a port that answers /livez and /readyz even while the event loop is busy; 0 for any free port. Default: none',
  },
  METRICS_PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65_535,
    description: 'a port that answers GET /metrics for Prometheus; 0 for any free port. Default: none',
  },
  SHUTDOWN_DRAIN_MILLISECONDS: {
    type: 'integer',
    minimum: 0,
    maximum: 20_000,
    default: 5_000,
    description: 'time after SIGTERM in which requests are still accepted, while /readyz answers 503',
  },
} as const;

/** Settings of a process that may read from a replica. */
export const REPLICA_SETTINGS = {
  DATABASE_REPLICA_URL: {
    type: 'string',
    format: 'url',
    pattern: '^postgres(ql)?://',
    description: 'the address of a streaming replica of Postgres, for lists and searches without a key. Default: none',
  },
  DATABASE_REPLICA_MAX_LAG_MILLISECONDS: {
    type: 'integer',
    minimum: 100,
    maximum: 60_000,
    default: 2_000,
    description: 'the lag of the replica above which the primary answers',
  },
} as const;

/** Settings for the queue of the engine threads in an HTTP process. */
export const LINE_SETTINGS = {
  ENGINE_QUEUE_LIMIT: {
    type: 'integer',
    minimum: 1,
    maximum: 10_000,
    default: 64,
    description: 'tasks that may wait for an engine thread',
  },
  ENGINE_QUEUE_PER_ACCOUNT: {
    type: 'integer',
    minimum: 1,
    maximum: 10_000,
    default: 8,
    description: 'tasks of one account that may wait for an engine thread; for all Free accounts at one address together twice as many',
  },
  ENGINE_WAIT_MILLISECONDS: {
    type: 'integer',
    minimum: 1,
    maximum: 600_000,
    default: 10_000,
    description: 'time after which a task that waits for an engine thread is answered with 503 `busy`',
  },
} as const;

/** The shared variables that every process needs. */
export const SHARED_REQUIRED = ['DATABASE_URL', 'REDIS_URL'] as const;
