import { type Problem, problem } from '../problems/problem.js';
import type { QuotaKind } from './quota-limits.js';

/** What the store's one statement says. */
export interface QuotaRow {
  /** The UTC day by the database's clock, as YYYY-MM-DD. */
  readonly day: string;
  readonly limit: number | null;
  /** The count with this request in it; null where it was not counted because the limit is reached. */
  readonly count: number | null;
  readonly secondsLeft: number;
}

/** `taken`: the request is counted on `day`. `exceeded`: it is not. */
export type QuotaDecision =
  | { readonly kind: 'taken'; readonly day: string; readonly limit: number | null; readonly count: number; readonly secondsLeft: number }
  | { readonly kind: 'exceeded'; readonly day: string; readonly limit: number; readonly secondsLeft: number };

/** What a row means. */
export function decideQuota(row: QuotaRow): QuotaDecision {
  const secondsLeft = Math.max(1, Math.ceil(row.secondsLeft));
  if (row.count !== null) return { kind: 'taken', day: row.day, limit: row.limit, count: row.count, secondsLeft };
  return { kind: 'exceeded', day: row.day, limit: row.limit ?? 0, secondsLeft };
}

const RAISE = 'On an installation of your own, raise it: npm run operator -- set-tier --account <id or e-mail> --tier pro';

/** The 429 of a day's quota, with the seconds to the next UTC midnight. */
export function quotaProblem(kind: QuotaKind, decision: QuotaDecision & { readonly kind: 'exceeded' }): Problem {
  return problem('quota-exceeded', `This account has had its ${decision.limit} ${kind}s of ${decision.day} (UTC). ${RAISE}`, {
    headers: {
      'Retry-After': String(decision.secondsLeft),
      'RateLimit-Policy': `"${kind}s";q=${decision.limit};w=86400`,
      RateLimit: `"${kind}s";r=0;t=${decision.secondsLeft}`,
    },
  });
}

/** The IETF fields of an answer that was counted; none where there is no limit. */
export function quotaFields(kind: QuotaKind, decision: QuotaDecision & { readonly kind: 'taken' }): Readonly<Record<string, string>> {
  if (decision.limit === null) return {};
  return {
    'RateLimit-Policy': `"${kind}s";q=${decision.limit};w=86400`,
    RateLimit: `"${kind}s";r=${decision.limit - decision.count};t=${decision.secondsLeft}`,
  };
}
