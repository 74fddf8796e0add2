import type { AccountLimits } from './limits.js';

/** One window of a limit after a request was counted in it. */
export interface RateWindow {
  /** The limit's name in the RateLimit fields, such as `address-minute`. */
  readonly name: string;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** The decision of a limiter about one request. */
export type RateDecision =
  | { readonly kind: 'allowed'; readonly windows: readonly RateWindow[] }
  | { readonly kind: 'limited'; readonly windows: readonly RateWindow[]; readonly retryAfterSeconds: number };

/** The subjects by which a limit may count. */
export interface RateSubject {
  /** The client's address, by `TRUST_PROXY`. */
  readonly address: string;
  readonly accountId: string | undefined;
  /** The account's own limits. Default: none. */
  readonly limits?: AccountLimits | undefined;
}

/** A limit on the frequency of requests. It does not throw while Redis is out, but counts in the process. */
export interface RateLimit {
  take(subject: RateSubject): Promise<RateDecision>;
}

/** A maximal number of requests in a window of seconds, which begins with the first. */
export interface RateRule {
  readonly limit: number;
  readonly windowSeconds: number;
}

/** The state of a window at the time of a request. */
export interface RateCount {
  /** Requests in the window, this one included if it was counted. */
  readonly count: number;
  /** True if this request was counted, which happens in all windows or in no window. */
  readonly counted: boolean;
  readonly resetMilliseconds: number;
}

/**
 * Converts counts to a decision: a request is admitted if every window had room for it. Each of several windows has its own name.
 */
export function decideRate(name: string, rules: readonly RateRule[], counts: readonly RateCount[]): RateDecision {
  const states = rules.map((rule, place) => state(rules.length === 1 ? name : `${name}-${rule.windowSeconds}s`, rule, counts[place]));
  const windows = states.map(({ window }) => window);
  const full = states.filter(({ counted, window }) => !counted && window.remaining === 0);
  if (full.length === 0) return { kind: 'allowed', windows };
  return { kind: 'limited', windows, retryAfterSeconds: Math.max(...full.map(({ window }) => window.resetSeconds)) };
}

function state(name: string, rule: RateRule, count: RateCount | undefined): { readonly counted: boolean; readonly window: RateWindow } {
  const { limit, windowSeconds } = rule;
  const remaining = Math.max(0, limit - (count?.count ?? 0));
  const resetSeconds = Math.max(1, Math.ceil((count?.resetMilliseconds ?? windowSeconds * 1000) / 1000));
  return { counted: count?.counted ?? true, window: { name, limit, windowSeconds, remaining, resetSeconds } };
}
