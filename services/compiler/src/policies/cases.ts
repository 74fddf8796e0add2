import { type Problem, problem } from '@kirchhoff/platform';
import type { FailedCase } from '../engine/work.js';
import type { PolicyCase } from './policy.js';
import type { PolicyRepository, Tested } from './repository.js';

/** The cases that a new version of a policy has to pass, and what the write then says about them. */
export async function casesToPass(
  policies: PolicyRepository,
  { policyId }: { readonly policyId: string },
  accountId: string,
  ignored: boolean,
): Promise<{ readonly cases: readonly PolicyCase[]; readonly tested: Tested }> {
  if (ignored) return { cases: [], tested: 'untested' };
  const { cases, revision } = await policies.cases(policyId, accountId);
  return { cases, tested: revision };
}

/** A failed case as the API shows it. */
export function failureView(cases: readonly PolicyCase[], { index, verdict, rule }: FailedCase) {
  const failed = cases[index];
  if (failed === undefined) throw new RangeError(`there is no case ${index}`);
  return { pointer: `/cases/${index}`, name: failed.name ?? null, category: failed.category, expected: failed.verdict, verdict, rule };
}

/** The 422 of a version that fails cases. */
export function casesFailed(cases: readonly PolicyCase[], failed: readonly FailedCase[]): Problem {
  const detail = `This version gives another verdict than expected in ${failed.length} of ${cases.length} cases. \`ignore_cases\` writes it all the same.`;
  return problem('cases-failed', detail, { members: { failures: failed.map((each) => failureView(cases, each)) } });
}
