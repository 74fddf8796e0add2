import type { PolicyRule, Verdict } from '../program/program.js';

/** The result of the applicable rules. */
export interface VoteOutcome {
  readonly verdict: Verdict;
  /** The applicable rules of the winning type, in source order; empty if the default decides. */
  readonly determinedBy: readonly PolicyRule[];
}

/** The precedence of the verdicts. */
const PRECEDENCE: readonly Verdict[] = ['deny', 'review', 'allow'];

/**
 * Counts votes: every applicable rule votes; deny beats review, and review beats allow; if no rule applies, the default decides.
 *
 * @param applying the applicable rules in source order, which affects only the order within the answer
 */
export function countVotes(applying: readonly PolicyRule[], byDefault: Verdict): VoteOutcome {
  for (const verdict of PRECEDENCE) {
    const determinedBy = applying.filter((rule) => rule.verdict === verdict);
    if (determinedBy.length > 0) return { verdict, determinedBy };
  }
  return { verdict: byDefault, determinedBy: [] };
}
