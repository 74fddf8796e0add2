import type { DatabaseSession } from '../database/database.js';
import type { Clock } from '../environment/clock.js';
import type { RedisConnections } from '../queue/connections.js';
import { createRateLimit } from '../quotas/rate-limit.js';
import type { ShutdownStep } from '../shutdown/shutdown.js';
import { type Metrics, NO_METRICS } from '../telemetry/metrics/metrics.js';
import { createAuthenticator } from './authenticator.js';
import type { Authenticator } from './caller.js';
import { KeyCache } from './key-cache.js';
import type { KeyStore } from './key-store.js';
import { KeyUse, recordingLastUse } from './key-use.js';
import { Revocations } from './revocations.js';

/** The settings of a service that accepts keys. */
export const KEY_SETTINGS = {
  UNKNOWN_KEYS_PER_MINUTE: {
    type: 'integer',
    minimum: 1,
    default: 30,
    description: 'refused keys per minute for one address; more are answered with 429',
  },
} as const;

export interface KeyVerificationDeps {
  readonly store: KeyStore;
  /** The database to which the last use of keys is written. */
  readonly database: DatabaseSession;
  readonly redis: RedisConnections;
  readonly unknownKeysPerMinute: number;
  readonly clock: Clock;
  /** Default: none. */
  readonly metrics?: Metrics;
}

/** Everything that a process needs to verify keys. */
export interface KeyVerification {
  readonly authenticator: Authenticator;
  readonly revocations: Revocations;
  /** Call it before Redis and the database are closed. */
  readonly closing: readonly ShutdownStep[];
}

/** Opens the verification of keys: it works before Postgres and Redis are available. */
export async function openKeyVerification(deps: KeyVerificationDeps): Promise<KeyVerification> {
  const { store, database, redis, clock, unknownKeysPerMinute, metrics = NO_METRICS } = deps;
  const cache = new KeyCache(store, clock, metrics);
  const revocations = new Revocations(redis.messages, clock);
  await revocations.follow(cache);
  const rules = [{ limit: unknownKeysPerMinute, windowSeconds: 60 }];
  const refusals = createRateLimit({ name: 'unknown-keys', by: 'address', rules, redis: redis.sender, clock });
  const use = new KeyUse(database, clock);
  return {
    authenticator: recordingLastUse(createAuthenticator({ cache, refusals, clock }), use),
    revocations,
    closing: [{ name: 'key use', run: async () => use.close() }],
  };
}
