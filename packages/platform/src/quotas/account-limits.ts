/** Most of them are integers of Postgres. */
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
  stored_octets: { counts: 'octets of what it stores', most: Number.MAX_SAFE_INTEGER },
  circuits: { counts: 'circuits that stand', most: MILLIARD },
  policies: { counts: 'policies that stand', most: MILLIARD },
  versions: { counts: 'versions of circuits and policies', most: MILLIARD },
} as const;

export type AccountLimitName = keyof typeof ACCOUNT_LIMITS;

/** Those that were set for an account. */
export type AccountLimits = Readonly<Partial<Record<AccountLimitName, number>>>;

/** Whether `text` names a limit that may be set for one account. */
export function isAccountLimit(text: string): text is AccountLimitName {
  return Object.hasOwn(ACCOUNT_LIMITS, text);
}

/** What was set for an account, of a limit by its name. Default: undefined. */
export function ownLimit(limits: AccountLimits | undefined, name: string): number | undefined {
  return isAccountLimit(name) ? limits?.[name] : undefined;
}
