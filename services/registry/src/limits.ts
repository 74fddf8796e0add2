import { type Clock, createEngineBudget, createRateLimit, type EngineBudget, type RateLimit, type Redis } from '@kirchhoff/platform';

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;

export interface LimitSettings {
  readonly REGISTER_PER_MINUTE: number;
  readonly REGISTER_PER_DAY: number;
  readonly PUBLISH_PER_MINUTE: number;
  readonly REQUESTS_PER_MINUTE: number;
  readonly SEARCHES_PER_MINUTE: number;
  readonly RENDERING_STEPS_PER_MINUTE: number;
}

/** The rate limits of the routes. */
export interface Limits {
  readonly register: RateLimit;
  readonly publish: RateLimit;
  readonly requests: RateLimit;
  /** Lists, searches and pages without a key. */
  readonly searches: RateLimit;
  /** Forms of the pages, in a session and without one. */
  readonly forms: RateLimit;
  /** The budget of engine time for graphs and artifacts. */
  readonly rendering: EngineBudget;
}

/**
 * Opens the registry's limits, which its processes share over Redis. Reading without a key is limited for searches, pages, graphs
 * and artifacts only: badges are read through the proxies of a few large sites, each of which has one address.
 */
export function openLimits(settings: LimitSettings, redis: Redis, clock: Clock): Limits {
  return {
    register: createRateLimit({
      name: 'register',
      by: 'address',
      rules: [minute(settings.REGISTER_PER_MINUTE), { limit: settings.REGISTER_PER_DAY, windowSeconds: DAY_SECONDS }],
      redis,
      clock,
    }),
    publish: createRateLimit({ name: 'publish', by: 'account', rules: [minute(settings.PUBLISH_PER_MINUTE)], redis, clock }),
    requests: createRateLimit({ name: 'requests', by: 'account', rules: [minute(settings.REQUESTS_PER_MINUTE)], redis, clock }),
    searches: createRateLimit({ name: 'searches', by: 'anonymous', rules: [minute(settings.SEARCHES_PER_MINUTE)], redis, clock }),
    forms: createRateLimit({ name: 'forms', by: 'address', rules: [minute(settings.SEARCHES_PER_MINUTE)], redis, clock }),
    rendering: createEngineBudget({ name: 'rendering', by: 'reader', stepsPerMinute: settings.RENDERING_STEPS_PER_MINUTE, redis, clock }),
  };
}

function minute(limit: number): { readonly limit: number; readonly windowSeconds: number } {
  return { limit, windowSeconds: MINUTE_SECONDS };
}
