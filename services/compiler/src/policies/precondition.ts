import { entityTag, failedPrecondition, type Preconditions, type Problem } from '@kirchhoff/platform';
import type { PolicyDetail } from './policy.js';
import { detailView } from './view.js';

/** Returns the problem of a change to the policy as it is now; `undefined` if the change is allowed. */
export type Precondition = (current: PolicyDetail) => Problem | undefined;

/** Holds a request's preconditions against the representation that GET /v1/policies/:policy_id answers with at this moment. */
export function precondition(asked: Preconditions): Precondition {
  return (current) => failedPrecondition(asked, () => tagOf(current), 'This policy');
}

function tagOf(policy: PolicyDetail): string {
  return entityTag(Buffer.from(JSON.stringify(detailView(policy)), 'utf8'));
}
