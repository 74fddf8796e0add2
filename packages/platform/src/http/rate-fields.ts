import { type Problem, problem } from '../problems/problem.js';
import type { RateDecision, RateWindow } from '../quotas/rate-decision.js';

/** The IETF RateLimit and RateLimit-Policy fields of a metered answer. */
export function rateFields(windows: readonly RateWindow[]): Readonly<Record<string, string>> {
  if (windows.length === 0) return {};
  return {
    'RateLimit-Policy': windows.map((window) => `"${window.name}";q=${window.limit};w=${window.windowSeconds}`).join(', '),
    RateLimit: windows.map((window) => `"${window.name}";r=${window.remaining};t=${window.resetSeconds}`).join(', '),
  };
}

/** The 429 of a limit that was reached. */
export function rateProblem(decision: RateDecision & { readonly kind: 'limited' }): Problem {
  return problem('rate-limited', `This may be asked again in ${decision.retryAfterSeconds} seconds.`, {
    headers: { ...rateFields(decision.windows), 'Retry-After': String(decision.retryAfterSeconds) },
  });
}
