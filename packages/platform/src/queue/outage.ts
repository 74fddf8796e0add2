import { isNativeError } from 'node:util/types';

const NAMES = new Set(['MaxRetriesPerRequestError', 'ClusterAllFailedError', 'AbortError']);
const CONNECTION = /Connection is closed|Command timed out|Stream isn't writeable|connect ECONNREFUSED/;
/** Error codes of a server that is there and does not serve, or takes no writes: it starts, is full, has no replica or disk. */
const REPLY = /^(?:BUSY|CLUSTERDOWN|LOADING|MASTERDOWN|MISCONF|NOREPLICAS|OOM|READONLY|TRYAGAIN) /;

/** Returns true if an exception of ioredis or BullMQ means that Redis is out. A faulty command is no outage. */
export function isRedisOutage(error: unknown): boolean {
  return isNativeError(error) && (NAMES.has(error.name) || CONNECTION.test(error.message) || REPLY.test(error.message));
}
