import { type Clock, createRateLimit, type EngineBudget, type JsonBounds, type RateLimit, type Redis } from '@kirchhoff/platform';

const MINUTE_SECONDS = 60;

/**
 * Bodies that carry values of programs: a record has as many fields as a domain has parts at most, a list as many
 * elements (docs/language/cost-and-limits.md, "Limits"), and eight of the longest lists go together.
 */
export const VALUE_BOUNDS: JsonBounds = { members: 65_536, elements: 65_536, parts: 8 * 65_536 };

/**
 * How often an account may ask for anything but policy checks. The name is the registry's too: requests to both
 * services count as one.
 */
export function openRequestLimit(perMinute: number, redis: Redis, clock: Clock): RateLimit {
  return createRateLimit({ name: 'requests', by: 'account', rules: [{ limit: perMinute, windowSeconds: MINUTE_SECONDS }], redis, clock });
}

/** What limits the routes that run programs. */
export interface ComputeLimits {
  /** How often they may be asked, and what has to be left of the budget. */
  readonly rate: RateLimit;
  readonly budget: EngineBudget;
}
