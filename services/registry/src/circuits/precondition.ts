import { failedPrecondition, type Preconditions, type Problem } from '@kirchhoff/platform';
import type { CircuitDetail } from './circuit.js';
import { representationOf } from './representation.js';

/** Returns the problem of a change to the circuit as it is now; `undefined` if the change is allowed. */
export type Precondition = (current: CircuitDetail) => Problem | undefined;

/** Holds a request's preconditions against the representation that GET /v1/circuits/:pid answers with at this moment. */
export function precondition(asked: Preconditions, publicUrl: string): Precondition {
  return (current) => failedPrecondition(asked, () => representationOf(current, publicUrl).entityTag, 'This circuit');
}
