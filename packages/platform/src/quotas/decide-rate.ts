import type { RateDecision, RateWindow } from './rate-decision.js';

/** So many in so many seconds, counted from the first. */
export interface RateRule {
  readonly limit: number;
  readonly windowSeconds: number;
}

/** How a window stands when a request was asked about. */
export interface RateCount {
  /** Requests in the window, this one included if it was counted. */
  readonly count: number;
  /** Whether this request was counted: in all windows or in none. */
  readonly counted: boolean;
  readonly resetMilliseconds: number;
}

/** What counts mean: a request is let through if every window had room for it. Of several windows each has a name of its own. */
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
