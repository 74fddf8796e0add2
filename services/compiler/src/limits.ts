import { type Clock, createRateLimit, type EngineBudget, type JsonBounds, type RateLimit, type Redis } from '@kirchhoff/platform';

const MINUTE_SECONDS = 60;

/**
 * Bodies that carry values of programs: a record has as many fields as a domain has parts at most, a list as many
 * elements (docs/language/cost-and-limits.md, "Limits"), and eight of the longest lists go together.
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
  /** The rate limit, and the budget that must not be used up. */
  readonly rate: RateLimit;
  readonly budget: EngineBudget;
}
