import {
  BYTES_SETTINGS,
  KEY_SETTINGS,
  LINE_SETTINGS,
  QUOTA_SETTINGS,
  REPLICA_SETTINGS,
  SERVER_SETTINGS,
  SERVING_SETTINGS,
  type SettingsOf,
  SHARED_REQUIRED,
  SHARED_SETTINGS,
  STORAGE_SETTINGS,
  TIERS,
  TRACING_SETTINGS,
} from '@kirchhoff/platform';
import { RETENTION_SETTINGS } from './retention/retention.js';

/** The engine settings of both processes of the registry. */
const ENGINE_SETTINGS = {
  ENGINE_THREADS: { type: 'integer', minimum: 1, maximum: 64, default: 2, description: 'threads that parse, prove and check' },
  ENGINE_GUARD_MILLISECONDS: {
    type: 'integer',
    minimum: 100,
    maximum: 600_000,
    default: 30_000,
    description: 'time limit of an engine task',
  },
} as const;

/** The webhook settings of both processes: one checks a URL when it is given, the other when it is called. */
const WEBHOOK_SETTINGS = {
  WEBHOOK_ALLOWED_NETWORKS: {
    type: 'string',
    format: 'networks',
    description: 'addresses or networks, separated by commas, that webhooks may call although they are not public, also by http',
  },
  WEBHOOK_PORTS: {
    type: 'string',
    pattern: '^\\d{1,5}(,\\d{1,5})*$',
    default: '443,8443',
    description: 'ports of public addresses that webhooks may call, separated by commas; permitted networks have all ports',
  },
} as const;

/** The keys that encrypt the signing secrets of webhooks in the database, for both processes of the registry. */
export const ENCRYPTION_SETTINGS = {
  WEBHOOK_SECRETS_KEYS: {
    type: 'string',
    format: 'encryption-keys',
    excludes: 'WEBHOOK_SECRETS_KEYS_FILE',
    description:
      'keys that encrypt the signing secrets of webhooks in the database, as `id:key`, separated by commas; a key is 32 bytes in Base64. The first one encrypts. Default: no encryption',
  },
  WEBHOOK_SECRETS_KEYS_FILE: {
    type: 'string',
    format: 'encryption-keys-file',
    description: 'a file with the keys in the same form, one in a line, in place of `WEBHOOK_SECRETS_KEYS`',
  },
} as const;

/** The environment of the HTTP process. */
export const HTTP_SETTINGS = {
  type: 'object',
  required: SHARED_REQUIRED,
  properties: {
    ...SHARED_SETTINGS,
    ...SERVING_SETTINGS,
    ...REPLICA_SETTINGS,
    COMPILER_URL: {
      type: 'string',
      format: 'url',
      pattern: '^https?://',
      description: 'the address of the compiler, which the home page names, and which the pages of policies call',
    },
    ...ENGINE_SETTINGS,
    ...WEBHOOK_SETTINGS,
    ...ENCRYPTION_SETTINGS,
    ...KEY_SETTINGS,
    ...BYTES_SETTINGS,
    ...STORAGE_SETTINGS,
    ...QUOTA_SETTINGS,
    REGISTRY_PORT: {
      type: 'integer',
      minimum: 0,
      maximum: 65_535,
      default: 4_100,
      description: 'the port to listen on; 0 for any free port',
    },
    PUBLIC_URL: {
      type: 'string',
      format: 'url',
      pattern: '[^/]$',
      description: 'the URL under which clients reach this service, without a slash at the end; the beginning of badge_url',
    },
    ...LINE_SETTINGS,
    RUN_WAIT_MILLISECONDS: {
      formerly: 'CERTIFY_WAIT_MILLISECONDS',
      type: 'integer',
      minimum: 0,
      maximum: 25_000,
      default: 20_000,
      description: 'time that certify and verify wait for their result before they answer 202',
    },
    DEFAULT_TIER: { type: 'string', enum: TIERS, default: 'free', description: 'the tier of newly registered accounts' },
    REGISTRATION: {
      type: 'string',
      enum: ['open', 'closed'],
      default: 'open',
      description: '`open`: anyone may register; `closed`: the operator creates accounts',
    },
    REGISTER_PER_MINUTE: { type: 'integer', minimum: 1, default: 20, description: 'registrations a minute from one address' },
    REGISTER_PER_DAY: { type: 'integer', minimum: 1, default: 200, description: 'registrations a day from one address' },
    PUBLISH_PER_MINUTE: { type: 'integer', minimum: 1, default: 60, description: 'publications a minute by one account' },
    REQUESTS_PER_MINUTE: { type: 'integer', minimum: 1, default: 600, description: 'other requests a minute by one account' },
    SEARCHES_PER_MINUTE: {
      type: 'integer',
      minimum: 1,
      default: 300,
      description:
        'lists, searches and pages of circuits, and pages of the catalog, a minute from one address without a key; as many forms of the pages a minute from one address',
    },
    SEARCHES_AT_ONCE: {
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 2,
      description:
        'concurrent searches of this process in Postgres for callers with a key; one fewer for a single account, and one fewer for callers without a key',
    },
    RENDERING_STEPS_PER_MINUTE: {
      type: 'integer',
      minimum: 1,
      maximum: 1_000_000_000,
      default: 30_000,
      description:
        'milliseconds of engine threads a minute for new graphs and artifacts, for one account, or for one address without a key',
    },
  },
} as const;

export type HttpSettings = SettingsOf<typeof HTTP_SETTINGS>;

/** The environment of the worker process. */
export const WORKER_SETTINGS = {
  type: 'object',
  required: SHARED_REQUIRED,
  properties: {
    ...SERVER_SETTINGS,
    LOG_LEVEL: SHARED_SETTINGS.LOG_LEVEL,
    DATABASE_POOL_SIZE: SHARED_SETTINGS.DATABASE_POOL_SIZE,
    DATABASE_POOLING: SHARED_SETTINGS.DATABASE_POOLING,
    ...TRACING_SETTINGS,
    HOST: { ...SERVING_SETTINGS.HOST, description: 'the address for PROBE_PORT and METRICS_PORT. Default: all addresses of the machine' },
    PROBE_PORT: SERVING_SETTINGS.PROBE_PORT,
    METRICS_PORT: SERVING_SETTINGS.METRICS_PORT,
    ...ENGINE_SETTINGS,
    ...RETENTION_SETTINGS,
    ...WEBHOOK_SETTINGS,
    RUN_CONCURRENCY: {
      type: 'integer',
      minimum: 1,
      maximum: 64,
      description: 'concurrent certifications of this worker, and as many concurrent verifications. Default: ENGINE_THREADS',
    },
    ...ENCRYPTION_SETTINGS,
    RUN_LEASE_MILLISECONDS: {
      formerly: 'CERTIFY_LEASE_MILLISECONDS',
      type: 'integer',
      minimum: 200,
      maximum: 600_000,
      default: 15_000,
      description: 'time without a sign of life from its worker after which a run is given to another one',
    },
    SWEEP_INTERVAL_MILLISECONDS: {
      type: 'integer',
      minimum: 100,
      maximum: 600_000,
      default: 5_000,
      description: 'interval between searches for abandoned runs',
    },
    WEBHOOK_CONCURRENCY: { type: 'integer', minimum: 1, maximum: 1_000, default: 64, description: 'concurrent calls of webhooks' },
    WEBHOOK_TIMEOUT_MILLISECONDS: {
      type: 'integer',
      minimum: 50,
      maximum: 60_000,
      default: 10_000,
      description: 'time limit for the answer of a webhook',
    },
    WEBHOOK_RETRY_SCALE: {
      type: 'number',
      minimum: 0,
      maximum: 1,
      default: 1,
      description: 'factor for the delays between the attempts of a delivery',
    },
    SHUTDOWN_GRACE_MILLISECONDS: {
      type: 'integer',
      minimum: 0,
      maximum: 24_000,
      default: 20_000,
      description: 'time that active runs may continue after SIGTERM; then another worker repeats them',
    },
  },
} as const;

export type WorkerSettings = SettingsOf<typeof WORKER_SETTINGS>;
