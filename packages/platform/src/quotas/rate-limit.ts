import type { Clock } from '../environment/clock.js';
import { isRedisOutage } from '../queue/outage.js';
import type { Redis } from '../queue/redis.js';
import { addressGroup } from './address-group.js';
import { ownLimit } from './limits.js';
import { MemoryCounts, takeFromRedis } from './rate-counts.js';
import { decideRate, type RateCount, type RateLimit, type RateRule, type RateSubject } from './rate-decision.js';
import { RateForecast } from './rate-forecast.js';

/** Characters of a source that take about a millisecond to read. */
const CHARACTERS_A_MILLISECOND = 400;

/** Returns the minimal milliseconds of a task, by the characters that it has to read: the time of its proofs cannot be predicted. */
export function engineEstimate(characters: number): number {
  return 1 + characters / CHARACTERS_A_MILLISECOND;
}

/** The account or address that pays for a task of the engine. */
export interface TimeMeter {
  /** Called with the milliseconds for which a task has held an engine thread, in success or failure. */
  spent(milliseconds: number): void;
  /** Called when a waiting task gets its place: returns false if others have used up the budget meanwhile. */
  mayBegin(): Promise<boolean>;
}

export interface RateLimitDeps {
  /** Part of the keys and of the RateLimit fields, such as `register`. */
  readonly name: string;
  /**
   * The subject that it counts: `anonymous` is the address of a caller without a key. A limit by account does not count callers
   * without a key: many readers of badges and other public content share the address of a proxy or a cache.
   */
  readonly by: 'address' | 'account' | 'anonymous';
  readonly rules: readonly RateRule[];
  /** A connection that fails fast. */
  readonly redis: Redis;
  readonly clock: Clock;
}

/**
 * A limit that every process shares over Redis. A request far from the limit is admitted before Redis answers (`RateForecast`);
 * near the limit it waits for the answer. While Redis is out, each process counts for itself: the limit is then multiplied by at
 * most the number of processes, but never off.
 */
export function createRateLimit(deps: RateLimitDeps): RateLimit {
  const { name, by, redis, clock } = deps;
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
      const rules = set === undefined ? deps.rules : deps.rules.map((rule) => ({ ...rule, limit: set }));
      const key = `rate:${name}:{${counted}}`;
      const expected = forecasts.expect(key, rules);
      if (expected === undefined) return decideRate(name, rules, await count(key, rules));
      // The next request, which waits, throws other exceptions.
      void count(key, rules)
        .catch(() => undefined)
        .finally(() => forecasts.settle(key));
      return decideRate(name, rules, expected);
    },
  };
}

/** Returns `undefined` if the request is not counted. */
function subjectKey(by: RateLimitDeps['by'], { accountId, address }: RateSubject): string | undefined {
  switch (by) {
    case 'account':
      return accountId;
    case 'address':
      return addressGroup(address);
    case 'anonymous':
      return accountId === undefined ? addressGroup(address) : undefined;
  }
}
