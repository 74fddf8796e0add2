import type { Redis } from 'ioredis';
import type { Clock } from '../environment/clock.js';
import { isRedisOutage } from '../queue/outage.js';
import { addressGroup } from './address-group.js';
import { decideRate, type RateCount, type RateRule } from './decide-rate.js';
import { MemoryCounts } from './memory-counts.js';
import type { CheckableRateLimit, RateDecision, RateSubject } from './rate-decision.js';
import { checkInRedis, takeFromRedis } from './redis-counts.js';

export interface RateLimitParts {
  /** Part of the keys and of the RateLimit fields, such as `register`. */
  readonly name: string;
  /**
   * Whom it counts by. A limit by account does not count who has none: what anyone may read (badges above all) is read
   * through proxies and caches whose many readers share an address.
   */
  readonly by: 'address' | 'account';
  readonly rules: readonly RateRule[];
  /** A connection that fails fast. */
  readonly redis: Redis;
  readonly clock: Clock;
}

/**
 * A limit that every process shares over Redis. While Redis is out each process counts for itself: more is let
 * through then, by at most the number of processes, but never everything.
 */
export function createRateLimit(parts: RateLimitParts): CheckableRateLimit {
  const memory = new MemoryCounts(parts.clock);
  const { redis, rules } = parts;
  const ask = async (
    subject: RateSubject,
    shared: (key: string) => Promise<readonly RateCount[]>,
    own: (key: string) => readonly RateCount[],
  ): Promise<RateDecision> => {
    const counted = subjectKey(parts.by, subject);
    if (counted === undefined) return { kind: 'allowed', windows: [] };
    const key = `rate:${parts.name}:{${counted}}`;
    try {
      return decideRate(parts.name, rules, await shared(key));
    } catch (error) {
      if (!isRedisOutage(error)) throw error;
      return decideRate(parts.name, rules, own(key));
    }
  };
  return {
    take: async (subject) =>
      ask(
        subject,
        async (key) => takeFromRedis(redis, key, rules),
        (key) => memory.take(key, rules),
      ),
    check: async (subject) =>
      ask(
        subject,
        async (key) => checkInRedis(redis, key, rules),
        (key) => memory.check(key, rules),
      ),
  };
}

/** Undefined where nobody is counted. */
function subjectKey(by: RateLimitParts['by'], { accountId, address }: RateSubject): string | undefined {
  return by === 'account' ? accountId : addressGroup(address);
}
