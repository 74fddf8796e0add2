import type { AccountLimits } from './account-limits.js';

/** One window of a limit after a request was counted in it. */
export interface RateWindow {
  /** The limit's name in the RateLimit fields, such as `address-minute`. */
  readonly name: string;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** What a limiter says of one request. */
export type RateDecision =
  | { readonly kind: 'allowed'; readonly windows: readonly RateWindow[] }
  | { readonly kind: 'limited'; readonly windows: readonly RateWindow[]; readonly retryAfterSeconds: number };

/** Whom a limit may count by. */
export interface RateSubject {
  /** The client's address, as `TRUST_PROXY` lets it be known. */
  readonly address: string;
  readonly accountId: string | undefined;
  /** What was set for the account. Default: nothing. */
  readonly limits?: AccountLimits | undefined;
}

/** A limit on how often something may be asked. Never throws for Redis being out: it counts on in the process. */
export interface RateLimit {
  take(subject: RateSubject): Promise<RateDecision>;
}
