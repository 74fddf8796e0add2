import type { Redis } from 'ioredis';
import type { Clock } from '../environment/clock.js';
import { isRedisOutage } from '../queue/outage.js';
import { addressGroup } from './address-group.js';
import { decideRate, type RateRule } from './decide-rate.js';
import { MemoryCounts } from './memory-counts.js';
import type { RateDecision, RateLimit, RateSubject } from './rate-decision.js';
import { takeFromRedis } from './redis-counts.js';

export interface RateLimitParts {
  /** Part of the keys and of the RateLimit fields, such as `register`. */
  readonly name: string;
  /** Whom it counts by; who has no account counts by address. */
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
export function createRateLimit(parts: RateLimitParts): RateLimit {
  const memory = new MemoryCounts(parts.clock);
  return {
    take: async (subject) => {
      const key = `rate:${parts.name}:{${subjectKey(parts.by, subject)}}`;
      try {
        return decide(parts, await takeFromRedis(parts.redis, key, parts.rules));
      } catch (error) {
        if (!isRedisOutage(error)) throw error;
        return decide(parts, memory.take(key, parts.rules));
      }
    },
  };
}

function decide(parts: RateLimitParts, counts: Parameters<typeof decideRate>[2]): RateDecision {
  return decideRate(parts.name, parts.rules, counts);
}

function subjectKey(by: RateLimitParts['by'], subject: RateSubject): string {
  return by === 'account' && subject.accountId !== undefined ? subject.accountId : addressGroup(subject.address);
}
