import { failedPrecondition, type Preconditions, type Problem } from '@kirchhoff/platform';
import type { CircuitDetail } from './circuit.js';
import { representationOf } from './representation.js';

/** Checks a change against the current circuit. Returns the problem; `undefined` if the change is allowed. */
export type Precondition = (current: CircuitDetail) => Problem | undefined;

/** Evaluates a request's preconditions (RFC 9110, 13) against the current representation of GET /v1/circuits/:pid. */
export function precondition(asked: Preconditions, publicUrl: string): Precondition {
  return (current) => failedPrecondition(asked, () => representationOf(current, publicUrl).entityTag, 'This circuit');
}
