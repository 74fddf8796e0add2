import type { Tier } from '../authentication/caller.js';

/** What is counted by the day. */
export type QuotaKind = 'certification' | 'verification';

/** How much of each an account may have on a UTC day; null is without limit. */
export const DAILY_LIMITS: Readonly<Record<Tier, Readonly<Record<QuotaKind, number | null>>>> = {
  free: { certification: 10, verification: 50 },
  pro: { certification: null, verification: null },
};

/** Runs that hit the guard by our own fault are given back at most so often a day. */
export const GUARD_RETURNS = 3;
