import { entityTag, failedPrecondition, type Preconditions, type Problem } from '@kirchhoff/platform';
import type { Policy, PolicyDetail, ReportedPolicy } from './policy.js';

/** A policy as a list shows it. */
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
  const report: unknown = JSON.parse(Buffer.from(policy.report).toString('utf8'));
  return { ...policyView(policy), ...(typeof report === 'object' ? report : {}) };
}

/** The same with its source. */
export function detailView(policy: PolicyDetail) {
  return { ...reportedView(policy), source: policy.source };
}

/** Returns the problem of a change to the policy as it is now; `undefined` if the change is allowed. */
export type Precondition = (current: PolicyDetail) => Problem | undefined;

/** Holds a request's preconditions against the representation that GET /v1/policies/:policy_id answers with at this moment. */
export function precondition(asked: Preconditions): Precondition {
  return (current) => failedPrecondition(asked, () => tagOf(current), 'This policy');
}

function tagOf(policy: PolicyDetail): string {
  return entityTag(Buffer.from(JSON.stringify(detailView(policy)), 'utf8'));
}
