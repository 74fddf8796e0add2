import { isNativeError } from 'node:util/types';

const NAMES = new Set(['MaxRetriesPerRequestError', 'ClusterAllFailedError', 'AbortError']);
const CONNECTION = /Connection is closed|Command timed out|Stream isn't writeable|connect ECONNREFUSED/;
/** Error codes of a reachable server that does not serve, or accepts no writes: it is starting, is full, or has no replica or disk. */
const REPLY = /^(?:BUSY|CLUSTERDOWN|LOADING|MASTERDOWN|MISCONF|NOREPLICAS|OOM|READONLY|TRYAGAIN) /;

/** Returns true if an exception of ioredis or BullMQ means that Redis is out. A faulty command is not an outage. */
export function isRedisOutage(error: unknown): boolean {
  return isNativeError(error) && (NAMES.has(error.name) || CONNECTION.test(error.message) || REPLY.test(error.message));
}
