import { type Problem, problem } from '@kirchhoff/platform';
import type { RefusedSource } from './source.js';
import type { PoolOutcome } from './thread-pool.js';

/** Returns the value of a task, or the problem of a caller whose task did not end with one. */
export function valueOrProblem<Value>(outcome: PoolOutcome<Value>): Value | Problem {
  switch (outcome.kind) {
    case 'done':
      return outcome.value;
    case 'busy':
      return engineBusy();
    case 'guard':
      return problem('guard-exceeded', 'The engine task exceeded its time limit.');
    case 'crashed':
      return problem('internal', 'The engine died on this program.');
    case 'gone':
      return problem('unavailable', 'This process is stopping.');
  }
}

/** The 503 of a full queue. */
export function engineBusy(): Problem {
  return problem('busy', 'The engine queue is full. Try again later.');
}

/** The 422 of a source that is no program of the type that the address takes. */
export function invalidProgram({ diagnostics }: Pick<RefusedSource, 'diagnostics'>): Problem {
  const detail = diagnostics.length === 1 ? 'The source has one mistake.' : `The source has ${diagnostics.length} mistakes.`;
  return problem('invalid-program', detail, { members: { diagnostics } });
}

/** The 422 of a circuit whose program would be longer than programs may be. */
export function programTooLong({ message }: { readonly message: string }): Problem {
  return problem('program-too-long', `This circuit cannot be compiled: ${message}.`);
}
