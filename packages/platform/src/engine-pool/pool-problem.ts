import { type Problem, problem } from '../problems/problem.js';
import type { PoolOutcome } from './engine-pool.js';

/** The value that a task came to, or the problem of whose task came to none. */
export function valueOrProblem<Value>(outcome: PoolOutcome<Value>): Value | Problem {
  switch (outcome.kind) {
    case 'done':
      return outcome.value;
    case 'busy':
      return engineBusy();
    case 'guard':
      return problem('guard-exceeded', 'The engine was ended because it ran too long.');
    case 'crashed':
      return problem('internal', 'The engine did not survive this program.');
    case 'gone':
      return problem('unavailable', 'This process is stopping.');
  }
}

/** The 503 of whose program neither runs nor waits. */
export function engineBusy(): Problem {
  return problem('busy', 'As many programs wait for the engine as may.');
}
