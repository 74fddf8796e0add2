import { failedPrecondition, type Preconditions, type Problem } from '@kirchhoff/platform';
import type { CircuitDetail } from './circuit.js';
import { representationOf } from './representation.js';

/** Why a circuit as it is now may not be changed by this request, or undefined where it may. */
export type Precondition = (current: CircuitDetail) => Problem | undefined;

/** Holds a request's preconditions against the representation that GET /v1/circuits/:pid answers with at this moment. */
export function precondition(asked: Preconditions, publicUrl: string): Precondition {
  return (current) => failedPrecondition(asked, () => representationOf(current, publicUrl).entityTag, 'This circuit');
}
