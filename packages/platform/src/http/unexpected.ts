import { isDatabaseOutage } from '../database/outage.js';
import { type Problem, problem } from '../problems/problem.js';
import { isRedisOutage } from '../queue/outage.js';
import type { RequestLog } from './request-log.js';

/** What an exception becomes: 503 `unavailable` where Postgres or Redis is out, 503 `internal` where we erred. */
export function unexpectedProblem(error: unknown, requestId: string, log: RequestLog): Problem {
  if (isDatabaseOutage(error)) {
    log.unavailable(error, requestId);
    return problem('unavailable', 'The database does not answer.');
  }
  if (isRedisOutage(error)) {
    log.unavailable(error, requestId);
    return problem('unavailable', 'The queue does not answer.');
  }
  log.failed(error, requestId);
  return problem('internal', 'An unexpected error ended this request.');
}
