import { type Clock, createRateLimit, type EngineBudget, type JsonBounds, type RateLimit, type Redis } from '@kirchhoff/platform';

const MINUTE_SECONDS = 60;

/**
 * Limits for bodies with values of programs. A record has at most as many fields, and a list as many elements, as the language
 * allows (docs/language/cost-and-limits.md, "Limits"). Together there may be eight of the longest lists.
 */
export const VALUE_BOUNDS: JsonBounds = { members: 65_536, elements: 65_536, parts: 8 * 65_536 };

/**
 * Limits the requests of an account, policy checks excepted. The registry uses the same name: requests to both services count
 * together.
 */
export function openRequestLimit(perMinute: number, redis: Redis, clock: Clock): RateLimit {
  return createRateLimit({ name: 'requests', by: 'account', rules: [{ limit: perMinute, windowSeconds: MINUTE_SECONDS }], redis, clock });
}

/** The limits of the routes that run programs. */
export interface ComputeLimits {
  /** The rate limit, together with the budget of engine steps. */
  readonly rate: RateLimit;
  readonly budget: EngineBudget;
}
