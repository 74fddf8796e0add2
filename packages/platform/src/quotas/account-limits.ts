/**
 * The limits that an operator may set for one account, in place of its tier's or of the setting's, by their names in the
 * RateLimit fields, and in /v1/usage.
 */
export const ACCOUNT_LIMITS = {
  requests: 'requests a minute',
  publish: 'publications a minute',
  'engine-steps': 'milliseconds of engine threads a minute, for programs',
  rendering: 'milliseconds of engine threads a minute, for graphs and artifacts',
  certifications: 'certifications a day',
  verifications: 'verifications a day',
  stored_octets: 'octets of what it stores',
  circuits: 'circuits that stand',
  policies: 'policies that stand',
  versions: 'versions of circuits and policies',
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
