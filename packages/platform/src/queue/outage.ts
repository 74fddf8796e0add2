import { isNativeError } from 'node:util/types';

const NAMES = new Set(['MaxRetriesPerRequestError', 'ClusterAllFailedError', 'AbortError']);
const MESSAGES = /Connection is closed|Command timed out|Stream isn't writeable|connect ECONNREFUSED|^(?:LOADING|READONLY|MASTERDOWN|OOM) /;

/** Whether an exception of ioredis or BullMQ means that Redis is out, not that we asked wrongly. */
export function isRedisOutage(error: unknown): boolean {
  return isNativeError(error) && (NAMES.has(error.name) || MESSAGES.test(error.message));
}
