import {
  KEY_SETTINGS,
  LINE_SETTINGS,
  OCTETS_SETTINGS,
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
    REGISTRY_URL: {
      type: 'string',
      format: 'url',
      pattern: '^https?://',
      description: 'the address of the registry, which the home page names',
    },
    ...KEY_SETTINGS,
    ...OCTETS_SETTINGS,
    ...STORAGE_SETTINGS,
    COMPILER_PORT: {
      type: 'integer',
      minimum: 0,
      maximum: 65_535,
      default: 4_200,
      description: 'the port to listen on; 0 for any that is free',
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
      description: 'a task of the engine that runs longer is ended',
    },
    AUTH_GRACE_SECONDS: {
      type: 'integer',
      minimum: 0,
      maximum: 3_600,
      default: 10,
      description: 'how long policy checks go on with what was read before while Postgres is out; such answers are `stale`',
    },
    REQUESTS_PER_MINUTE: {
      type: 'integer',
      minimum: 1,
      default: 600,
      description: 'requests a minute by one account, policy checks not counted',
    },
    ENGINE_STEPS_PER_MINUTE: {
      type: 'integer',
      minimum: 1,
      maximum: 1_000_000_000,
      default: 60_000,
      description: 'milliseconds of engine threads that the programs of one account may take a minute, over all processes',
    },
  },
} as const;

export type CompilerSettings = SettingsOf<typeof COMPILER_SETTINGS>;
