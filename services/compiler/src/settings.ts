import {
  BYTES_SETTINGS,
  KEY_SETTINGS,
  LINE_SETTINGS,
  SERVING_SETTINGS,
  type SettingsOf,
  SHARED_REQUIRED,
  SHARED_SETTINGS,
  STORAGE_SETTINGS,
} from '@kirchhoff/platform';

/** The environment of the compiler's HTTP process. */
export const COMPILER_SETTINGS = {
  type: 'object',
  required: SHARED_REQUIRED,
  properties: {
    ...SHARED_SETTINGS,
    ...SERVING_SETTINGS,
    COMPILER_URL: {
      type: 'string',
      format: 'url',
      pattern: '^https?://',
      description: 'the URL under which clients reach this service, for its home page and the metadata of AuthZEN',
    },
    REGISTRY_URL: {
      type: 'string',
      format: 'url',
      pattern: '^https?://',
      description: 'the address of the registry, which the home page names',
    },
    ...KEY_SETTINGS,
    ...BYTES_SETTINGS,
    ...STORAGE_SETTINGS,
    COMPILER_PORT: {
      type: 'integer',
      minimum: 0,
      maximum: 65_535,
      default: 4_200,
      description: 'the port to listen on; 0 for any free port',
    },
    RETENTION_INTERVAL_MILLISECONDS: {
      type: 'integer',
      minimum: 100,
      maximum: 86_400_000,
      default: 600_000,
      description: 'interval between deletions of logged decisions that are older than their policy keeps them',
    },
    ENGINE_THREADS: {
      type: 'integer',
      minimum: 1,
      maximum: 64,
      default: 2,
      description: 'threads that parse, prove, evaluate and compile',
    },
    ...LINE_SETTINGS,
    ENGINE_GUARD_MILLISECONDS: {
      type: 'integer',
      minimum: 100,
      maximum: 600_000,
      default: 30_000,
      description: 'time limit of an engine task',
    },
    AUTH_GRACE_SECONDS: {
      type: 'integer',
      minimum: 0,
      maximum: 3_600,
      default: 10,
      description: 'time during an outage of Postgres in which policy checks use the earlier state; such answers are `stale`',
    },
    REQUESTS_PER_MINUTE: {
      type: 'integer',
      minimum: 1,
      default: 600,
      description: 'requests a minute by one account, policy checks excluded',
    },
    ENGINE_STEPS_PER_MINUTE: {
      type: 'integer',
      minimum: 1,
      maximum: 1_000_000_000,
      default: 60_000,
      description: 'milliseconds of engine threads a minute for the programs of one account, over all processes',
    },
  },
} as const;

export type CompilerSettings = SettingsOf<typeof COMPILER_SETTINGS>;
