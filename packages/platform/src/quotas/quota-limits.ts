import type { Tier } from '../authentication/caller.js';

/** What is counted by the day. */
export type QuotaKind = 'certification' | 'verification';

/** How much of each an account may have on a UTC day; null is without limit. */
export type DailyLimits = Readonly<Record<Tier, Readonly<Record<QuotaKind, number | null>>>>;

/** Counts are integers of Postgres. */
const MOST = 1_000_000_000;

function most(description: string) {
  return { type: 'integer', minimum: 0, maximum: MOST, description } as const;
}

/** The daily limits of each tier, unless an operator has set others for an account (`ACCOUNT_LIMITS`). The same in all processes. */
export const QUOTA_SETTINGS = {
  FREE_CERTIFICATIONS_PER_DAY: { ...most('certifications of an account of tier free on a UTC day'), default: 10 },
  FREE_VERIFICATIONS_PER_DAY: { ...most('verifications that an account of tier free asks for on a UTC day'), default: 50 },
  PRO_CERTIFICATIONS_PER_DAY: most('as `FREE_CERTIFICATIONS_PER_DAY`, of tier pro; unless set without limit'),
  PRO_VERIFICATIONS_PER_DAY: most('as `FREE_VERIFICATIONS_PER_DAY`, of tier pro; unless set without limit'),
} as const;

type QuotaSettings = Readonly<
  Record<'FREE_CERTIFICATIONS_PER_DAY' | 'FREE_VERIFICATIONS_PER_DAY', number> &
    Partial<Record<'PRO_CERTIFICATIONS_PER_DAY' | 'PRO_VERIFICATIONS_PER_DAY', number | undefined>>
>;

export function dailyLimits(settings: QuotaSettings): DailyLimits {
  return {
    free: { certification: settings.FREE_CERTIFICATIONS_PER_DAY, verification: settings.FREE_VERIFICATIONS_PER_DAY },
    pro: { certification: settings.PRO_CERTIFICATIONS_PER_DAY ?? null, verification: settings.PRO_VERIFICATIONS_PER_DAY ?? null },
  };
}

/** Runs that hit the guard by our own fault are given back at most so often a day. */
export const GUARD_RETURNS = 3;
