import { LOGGED_CLIENTS } from '../http/request-log.js';

/** The variables that mean the same to every process; a service spreads them into its own schema. */
export const SHARED_SETTINGS = {
  DATABASE_URL: {
    type: 'string',
    format: 'url',
    pattern: '^postgres(ql)?://',
    description: 'the address of Postgres, such as postgresql://user@host:5432/name',
  },
  REDIS_URL: {
    type: 'string',
    format: 'url',
    pattern: '^rediss?://',
    description: 'the address of Redis, such as redis://host:6379, or rediss:// with TLS',
  },
  LOG_LEVEL: {
    type: 'string',
    enum: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    default: 'info',
    description: 'how much is logged',
  },
  TRUST_PROXY: {
    type: 'string',
    format: 'networks',
    description: 'addresses or networks of the proxies in front, separated by commas; theirs is the X-Forwarded-For that is believed',
  },
  DATABASE_POOL_SIZE: { type: 'integer', minimum: 1, maximum: 500, default: 10, description: 'connections to Postgres from this process' },
} as const;

/** Further settings of every process that serves HTTP. */
export const SERVING_SETTINGS = {
  LOG_CLIENT: {
    type: 'string',
    enum: LOGGED_CLIENTS,
    default: 'group',
    description: 'what the line of a request says of its client: the address group (IPv4 address, IPv6 /64), or nothing',
  },
  HOST: {
    type: 'string',
    minLength: 1,
    description: 'the address to listen on, such as 127.0.0.1; unless set all addresses of the machine',
  },
  PROBE_PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65_535,
    description: 'a port on which /livez and /readyz are answered while the event loop is busy; 0 for any that is free; unless set none',
  },
  SHUTDOWN_DRAIN_MILLISECONDS: {
    type: 'integer',
    minimum: 0,
    maximum: 20_000,
    default: 5_000,
    description: 'requests are taken for so long after SIGTERM, while /readyz says 503',
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
    description: 'tasks of one account that may wait for an engine thread; of Free accounts at one address twice as many together',
  },
  ENGINE_WAIT_MILLISECONDS: {
    type: 'integer',
    minimum: 1,
    maximum: 600_000,
    default: 10_000,
    description: 'a task that has waited longer for an engine thread is answered with 503 `busy`',
  },
} as const;

/** The shared variables without which no process can start. */
export const SHARED_REQUIRED = ['DATABASE_URL', 'REDIS_URL'] as const;
