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
