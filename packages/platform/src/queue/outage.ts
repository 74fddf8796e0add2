import { isNativeError } from 'node:util/types';

const NAMES = new Set(['MaxRetriesPerRequestError', 'ClusterAllFailedError', 'AbortError']);
const CONNECTION = /Connection is closed|Command timed out|Stream isn't writeable|connect ECONNREFUSED/;
/** A cluster that is not there, or that keeps redirecting while one of its nodes is replaced or its slots move. */
const CLUSTER =
  /^(?:Cluster isn't ready|None of startup nodes is available|Too many Cluster redirections|Cluster is (?:disconnected|ended))/;
/** Error codes of a reachable server that does not serve, or accepts no writes: it is starting, is full, or has no replica or disk. */
const REPLY = /^(?:BUSY|CLUSTERDOWN|LOADING|MASTERDOWN|MISCONF|NOREPLICAS|OOM|READONLY|TRYAGAIN) /;

/** Returns true if an exception of ioredis or BullMQ means that Redis is out. A faulty command is not an outage. */
export function isRedisOutage(error: unknown): boolean {
  return (
    isNativeError(error) &&
    (NAMES.has(error.name) || CONNECTION.test(error.message) || CLUSTER.test(error.message) || REPLY.test(error.message))
  );
}
