import { type IfMatch, type Problem, preconditionHolds, problem, type RequestHeader } from '@kirchhoff/platform';
import type { CircuitDetail } from './circuit.js';
import { representationOf } from './representation.js';

/** Why a circuit as it is now may not be changed by this request, or undefined where it may. */
export type Precondition = (current: CircuitDetail) => Problem | undefined;

/** What If-Match demands, against the representation that GET /v1/circuits/:pid answers with at this moment. */
export function precondition(ifMatch: IfMatch, publicUrl: string): Precondition {
  return (current) => {
    if (ifMatch.kind !== 'tags' || preconditionHolds(ifMatch, representationOf(current, publicUrl).entityTag)) return undefined;
    return problem('precondition-failed', 'This circuit is not any more as If-Match says.');
  };
}

/** If-Match, for the API description. */
export const IF_MATCH: RequestHeader = {
  description: 'Change it only as long as it is what GET answered with this `ETag`: 412 otherwise. Compared strongly; `*` is always true.',
  schema: { type: 'string' },
};
