import type { Redis } from 'ioredis';
import type { Clock } from '../environment/clock.js';
import { isRedisOutage } from '../queue/outage.js';
import { ownLimit } from './account-limits.js';
import { addressGroup } from './address-group.js';
import { decideRate, type RateCount, type RateRule } from './decide-rate.js';
import { MemoryCounts } from './memory-counts.js';
import type { CheckableRateLimit, RateDecision, RateSubject } from './rate-decision.js';
import { checkInRedis, takeFromRedis } from './redis-counts.js';

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
 * A limit that every process shares over Redis. While Redis is out each process counts for itself: more is let
 * through then, by at most the number of processes, but never everything.
 */
export function createRateLimit(parts: RateLimitParts): CheckableRateLimit {
  const memory = new MemoryCounts(parts.clock);
  const { redis } = parts;
  const ask = async (
    subject: RateSubject,
    shared: (key: string, rules: readonly RateRule[]) => Promise<readonly RateCount[]>,
    own: (key: string, rules: readonly RateRule[]) => readonly RateCount[],
  ): Promise<RateDecision> => {
    const counted = subjectKey(parts.by, subject);
    if (counted === undefined) return { kind: 'allowed', windows: [] };
    const set = ownLimit(subject.limits, parts.name);
    const rules = set === undefined ? parts.rules : parts.rules.map((rule) => ({ ...rule, limit: set }));
    const key = `rate:${parts.name}:{${counted}}`;
    try {
      return decideRate(parts.name, rules, await shared(key, rules));
    } catch (error) {
      if (!isRedisOutage(error)) throw error;
      return decideRate(parts.name, rules, own(key, rules));
    }
  };
  return {
    take: async (subject) =>
      ask(
        subject,
        async (key, rules) => takeFromRedis(redis, key, rules),
        (key, rules) => memory.take(key, rules),
      ),
    check: async (subject) =>
      ask(
        subject,
        async (key, rules) => checkInRedis(redis, key, rules),
        (key, rules) => memory.check(key, rules),
      ),
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
