import type { Tier } from '../authentication/caller.js';
import type { RateLimit, RateWindow } from './rate-decision.js';

/** Most of these values are integers of Postgres. */
const MILLIARD = 1_000_000_000;

/**
 * The limits that an operator may set for one account, in place of its tier's or of the setting's, by their names in the
 * RateLimit fields, and in /v1/usage.
 */
export const ACCOUNT_LIMITS = {
  requests: { counts: 'requests a minute', most: MILLIARD },
  publish: { counts: 'publications a minute', most: MILLIARD },
  'engine-steps': { counts: 'milliseconds of engine threads a minute, for programs', most: MILLIARD },
  rendering: { counts: 'milliseconds of engine threads a minute, for graphs and artifacts', most: MILLIARD },
  certifications: { counts: 'certifications a day', most: MILLIARD },
  verifications: { counts: 'verifications a day', most: MILLIARD },
  stored_octets: { counts: 'bytes that it stores', most: Number.MAX_SAFE_INTEGER },
  circuits: { counts: 'circuits that are not withdrawn', most: MILLIARD },
  policies: { counts: 'policies that are not withdrawn', most: MILLIARD },
  versions: { counts: 'versions of circuits and policies', most: MILLIARD },
} as const;

export type AccountLimitName = keyof typeof ACCOUNT_LIMITS;

/** The limits that were set for an account. */
export type AccountLimits = Readonly<Partial<Record<AccountLimitName, number>>>;

/** Returns true if `text` names a limit that may be set for one account. */
export function isAccountLimit(text: string): text is AccountLimitName {
  return Object.hasOwn(ACCOUNT_LIMITS, text);
}

/** Returns the limit of this name that was set for an account. Default: `undefined`. */
export function ownLimit(limits: AccountLimits | undefined, name: string): number | undefined {
  return isAccountLimit(name) ? limits?.[name] : undefined;
}

/** The resources that are counted per day. */
export type QuotaKind = 'certification' | 'verification';

/** The limits of each tier for a UTC day; `null` means no limit. */
export type DailyLimits = Readonly<Record<Tier, Readonly<Record<QuotaKind, number | null>>>>;

/** Counts are integers of Postgres. */
const MAX_LIMIT = 1_000_000_000;

function most(description: string) {
  return { type: 'integer', minimum: 0, maximum: MAX_LIMIT, description } as const;
}

/** The daily limits of each tier, unless an operator has set others for an account (`ACCOUNT_LIMITS`). The same in all processes. */
export const QUOTA_SETTINGS = {
  FREE_CERTIFICATIONS_PER_DAY: { ...most('certifications of an account of tier free on a UTC day'), default: 10 },
  FREE_VERIFICATIONS_PER_DAY: { ...most('verifications of an account of tier free on a UTC day'), default: 50 },
  PRO_CERTIFICATIONS_PER_DAY: most('as `FREE_CERTIFICATIONS_PER_DAY`, of tier pro. Default: no limit'),
  PRO_VERIFICATIONS_PER_DAY: most('as `FREE_VERIFICATIONS_PER_DAY`, of tier pro. Default: no limit'),
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

/** Maximal number of runs a day that are refunded because they hit the guard by our own fault. */
export const GUARD_RETURNS = 3;

/** Combines several limits: they are asked in order until one refuses. */
export function allLimits(...limits: readonly RateLimit[]): RateLimit {
  return {
    take: async (subject) => {
      const windows: RateWindow[] = [];
      for (const limit of limits) {
        const decision = await limit.take(subject);
        windows.push(...decision.windows);
        if (decision.kind === 'limited') return { ...decision, windows };
      }
      return { kind: 'allowed', windows };
    },
  };
}
