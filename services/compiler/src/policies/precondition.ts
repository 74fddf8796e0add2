import { entityTag, type IfMatch, type Problem, preconditionHolds, problem } from '@kirchhoff/platform';
import type { PolicyDetail } from './policy.js';
import { detailView } from './view.js';

/** Why a policy as it is now may not be changed by this request, or undefined where it may. */
export type Precondition = (current: PolicyDetail) => Problem | undefined;

/** What If-Match demands, against the representation that GET /v1/policies/:policy_id answers with at this moment. */
export function precondition(ifMatch: IfMatch): Precondition {
  return (current) => {
    if (ifMatch.kind !== 'tags' || preconditionHolds(ifMatch, tagOf(current))) return undefined;
    return problem('precondition-failed', 'This policy is not any more as If-Match says.');
  };
}

function tagOf(policy: PolicyDetail): string {
  return entityTag(Buffer.from(JSON.stringify(detailView(policy)), 'utf8'));
}
