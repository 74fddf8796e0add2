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
  if (error instanceof TurnedAway) return problem('busy', 'This process is stopping. Try again.');
  if (isDatabaseOutage(error) || isRedisOutage(error)) {
    log.unavailable(error, requestId);
    return problem('unavailable', 'A dependency of this call does not answer.');
  }
  log.failed(error, requestId);
  if (isSchemaFault(error)) return problem('unavailable', 'The schema of the database does not fit this build: see /readyz.');
  return problem('internal', 'An unexpected error ended this request.');
}
