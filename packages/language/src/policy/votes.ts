import type { PolicyRule, Verdict } from '../program/program.js';

/** What the rules that apply come to. */
export interface Outcome {
  readonly verdict: Verdict;
  /** The rules of the winning kind that apply, in source order; none where the default decides. */
  readonly determinedBy: readonly PolicyRule[];
}

/** The order in which the kinds beat one another. */
const PRECEDENCE: readonly Verdict[] = ['deny', 'review', 'allow'];

/**
 * Every rule that applies votes; deny beats review beats allow; where none applies, the default decides.
 *
 * @param applying The rules that apply, in source order, which decides nothing but the order of the answer.
 */
export function countVotes(applying: readonly PolicyRule[], byDefault: Verdict): Outcome {
  for (const verdict of PRECEDENCE) {
    const determinedBy = applying.filter((rule) => rule.verdict === verdict);
    if (determinedBy.length > 0) return { verdict, determinedBy };
  }
  return { verdict: byDefault, determinedBy: [] };
}
