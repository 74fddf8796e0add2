import { type Problem, problem } from '@kirchhoff/platform';
import type { Asker, CompilerEngine } from '../engine/engine.js';
import type { CertifiedSource, FailedCase } from '../engine/work.js';
import type { PolicyCaseRepository, TestedRevision } from './case-repository.js';
import type { PolicyCase } from './policy.js';
import { CASES_CHANGED, type CasesChanged } from './repository.js';

export interface CaseDeps {
  readonly cases: Pick<PolicyCaseRepository, 'find'>;
  readonly engine: Pick<CompilerEngine, 'testPolicy'>;
}

/** A policy whose new version has to pass the cases beside it. */
export interface CasesOf {
  readonly policyId: string;
  readonly accountId: string;
  /** True if a version may fail them. */
  readonly ignored: boolean;
}

/** The cases that a new version of a policy has to pass, and what the write then says about them. */
export interface CasesToPass {
  readonly cases: readonly PolicyCase[];
  readonly tested: TestedRevision;
}

export async function casesToPass({ cases }: CaseDeps, { policyId, accountId, ignored }: CasesOf): Promise<CasesToPass> {
  if (ignored) return { cases: [], tested: 'untested' };
  const kept = await cases.find(policyId, accountId);
  return { cases: kept.cases, tested: kept.revision };
}

/** Writes of a version, each tested by the cases of its moment, before the request is answered with 503. */
const MAX_ATTEMPTS = 5;

/** A version that has passed cases. */
export interface Passing {
  readonly of: CasesOf;
  /** It need not be stored. `undefined` if the write has none. */
  readonly version: TestedVersion | undefined;
  readonly passed: CasesToPass;
}

/** Writes a version that has passed cases. If they change until the write, it is tested by the new ones, and written then. */
export async function writePassing<Written>(
  deps: CaseDeps,
  { of, version, passed }: Passing,
  asker: Asker,
  write: (tested: TestedRevision) => Promise<Written | CasesChanged>,
): Promise<Written | Problem> {
  let { tested } = passed;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const written = await write(tested);
    if (written !== CASES_CHANGED) return written;
    const now = await casesToPass(deps, of);
    const refusal = version === undefined ? undefined : await refusalOfCases(deps, version, now.cases, asker);
    if (refusal !== undefined) return refusal;
    ({ tested } = now);
  }
  return problem('unavailable', 'The cases of this policy were changed too often during this write. Nothing was written; try again.');
}

/** A source that closes, with the hash of the policy that was proven. */
export interface TestedVersion extends CertifiedSource {
  readonly hash: string;
}

/** Returns the cases that a version fails. */
export async function failedCases(
  { engine }: Pick<CaseDeps, 'engine'>,
  { source, pinned, certificate, hash }: TestedVersion,
  cases: readonly PolicyCase[],
  asker: Asker,
): Promise<readonly FailedCase[] | Problem> {
  const tested = await engine.testPolicy({ source, pinned, certificate, cases }, asker);
  if (tested.kind === 'problem') return tested;
  // Another hash means that this engine reads another policy out of the source than the one that was proven.
  if (tested.kind === 'unreadable' || tested.hash !== hash) {
    return problem('internal', 'This engine cannot read a version that an earlier engine accepted.');
  }
  return tested.failed;
}

/** Returns the problem of a version that fails cases, or cannot be tested. */
export async function refusalOfCases(
  deps: Pick<CaseDeps, 'engine'>,
  version: TestedVersion,
  cases: readonly PolicyCase[],
  asker: Asker,
): Promise<Problem | undefined> {
  const failed = await failedCases(deps, version, cases, asker);
  if ('code' in failed) return failed;
  return failed.length > 0 ? casesFailed(cases, failed) : undefined;
}

/** Converts a failed case to the form of the API. */
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
