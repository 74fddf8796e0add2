import { entityTag, failedPrecondition, type Preconditions, type Problem } from '@kirchhoff/platform';
import type { KeptCases, Policy, PolicyDetail, PolicyVersion, PolicyVersionDetail, ReportedPolicy } from './policy.js';

/** A policy in the form of a list. */
export function policyView(policy: Policy) {
  return {
    policy_id: policy.policyId,
    name: policy.name,
    description: policy.description,
    version: policy.version,
    hash: policy.hash,
    assurance: policy.assurance,
    created_at: policy.createdAt,
    updated_at: policy.updatedAt,
  };
}

/** A policy with its actions and warnings. */
export function reportedView(policy: ReportedPolicy) {
  return { ...policyView(policy), ...reportOf(policy) };
}

/** The actions and warnings of a version. */
function reportOf({ report }: { readonly report: Uint8Array }): object {
  const decoded: unknown = JSON.parse(Buffer.from(report).toString('utf8'));
  return typeof decoded === 'object' && decoded !== null ? decoded : {};
}

/** A version in the form of a list. */
export function versionView({ policyId, version, hash, assurance, languageVersion, engineVersion, current, createdAt }: PolicyVersion) {
  return {
    policy_id: policyId,
    version,
    hash,
    assurance,
    language_version: languageVersion,
    engine_version: engineVersion,
    current,
    created_at: createdAt,
  };
}

/** A version with its actions, warnings and source. */
export function versionDetailView(version: PolicyVersionDetail) {
  return { ...versionView(version), ...reportOf(version), source: version.source };
}

/** The cases of a policy. */
export function casesView(policyId: string, { cases }: KeptCases) {
  return { policy_id: policyId, cases };
}

/** A policy with its source, too. */
export function detailView(policy: PolicyDetail) {
  return { ...reportedView(policy), source: policy.source };
}

/** Holds a request's preconditions against the representation that GET /v1/policies/:policy_id answers with at this moment. */
export function precondition(asked: Preconditions): (current: PolicyDetail) => Problem | undefined {
  return (current) => failedPrecondition(asked, () => tagOf(current), 'This policy');
}

/** Holds a request's preconditions against the representation that GET /v1/policies/:policy_id/cases answers with at this moment. */
export function casesPrecondition(asked: Preconditions, policyId: string): (current: KeptCases) => Problem | undefined {
  return (current) =>
    failedPrecondition(asked, () => entityTag(Buffer.from(JSON.stringify(casesView(policyId, current)), 'utf8')), 'These cases');
}

function tagOf(policy: PolicyDetail): string {
  return entityTag(Buffer.from(JSON.stringify(detailView(policy)), 'utf8'));
}
