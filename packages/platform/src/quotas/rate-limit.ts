import type { Redis } from 'ioredis';
import type { Clock } from '../environment/clock.js';
import { isRedisOutage } from '../queue/outage.js';
import { ownLimit } from './account-limits.js';
import { addressGroup } from './address-group.js';
import { decideRate, type RateCount, type RateRule } from './decide-rate.js';
import { MemoryCounts } from './memory-counts.js';
import type { RateLimit, RateSubject } from './rate-decision.js';
import { RateForecast } from './rate-forecast.js';
import { takeFromRedis } from './redis-counts.js';

export interface RateLimitParts {
  /** Part of the keys and of the RateLimit fields, such as `register`. */
  readonly name: string;
  /**
   * Whom it counts by: `anonymous` is the address of who has no key. A limit by account does not count who has none: what anyone may read (badges above all) is read
   * through proxies and caches whose many readers share an address.
   */
  readonly by: 'address' | 'account' | 'anonymous';
  readonly rules: readonly RateRule[];
  /** A connection that fails fast. */
  readonly redis: Redis;
  readonly clock: Clock;
}

/**
 * A limit that every process shares over Redis. Who has room by far is let through while Redis is still being told
 * (`RateForecast`); near the limit its answer is waited for. While Redis is out each process counts for itself: more is
 * let through then, by at most the number of processes, but never everything.
 */
export function createRateLimit(parts: RateLimitParts): RateLimit {
  const { name, by, redis, clock } = parts;
  const memory = new MemoryCounts(clock);
  const forecasts = new RateForecast(clock);
  const count = async (key: string, rules: readonly RateRule[]): Promise<readonly RateCount[]> => {
    try {
      const counts = await takeFromRedis(redis, key, rules);
      forecasts.learn(key, counts);
      return counts;
    } catch (error) {
      forecasts.forget(key);
      if (!isRedisOutage(error)) throw error;
      return memory.take(key, rules);
    }
  };
  return {
    take: async (subject) => {
      const counted = subjectKey(by, subject);
      if (counted === undefined) return { kind: 'allowed', windows: [] };
      const set = ownLimit(subject.limits, name);
      const rules = set === undefined ? parts.rules : parts.rules.map((rule) => ({ ...rule, limit: set }));
      const key = `rate:${name}:{${counted}}`;
      const expected = forecasts.expect(key, rules);
      if (expected === undefined) return decideRate(name, rules, await count(key, rules));
      // What is not an outage is thrown by the next one, which waits.
      void count(key, rules)
        .catch(() => undefined)
        .finally(() => forecasts.settle(key));
      return decideRate(name, rules, expected);
    },
  };
}

/** Undefined where nobody is counted. */
function subjectKey(by: RateLimitParts['by'], { accountId, address }: RateSubject): string | undefined {
  switch (by) {
    case 'account':
      return accountId;
    case 'address':
      return addressGroup(address);
    case 'anonymous':
      return accountId === undefined ? addressGroup(address) : undefined;
  }
}
