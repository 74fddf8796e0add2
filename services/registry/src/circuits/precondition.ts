import { type IfMatch, type Problem, preconditionHolds, problem } from '@kirchhoff/platform';
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
