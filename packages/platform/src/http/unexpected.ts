import { isDatabaseOutage, isSchemaFault } from '../database/outage.js';
import { TurnedAway } from '../fair-shares/fair-turns.js';
import { type Problem, problem } from '../problems/problem.js';
import { isRedisOutage } from '../queue/outage.js';
import type { RequestLog } from './request-log.js';

/**
 * Converts an exception to a problem: 503 `unavailable` if Postgres or Redis is out, `busy` if the process is stopping, otherwise
 * `internal`: our bug.
 */
export function unexpectedProblem(error: unknown, requestId: string, log: RequestLog): Problem {
  if (error instanceof TurnedAway) return problem('busy', 'This process stops, and its event loop was busy with others until now.');
  if (isDatabaseOutage(error) || isRedisOutage(error)) {
    log.unavailable(error, requestId);
    return problem('unavailable', 'A part that this call needs does not answer.');
  }
  log.failed(error, requestId);
  if (isSchemaFault(error)) return problem('unavailable', 'The database does not have the schema that this build needs: see /readyz.');
  return problem('internal', 'An unexpected error ended this request.');
}
