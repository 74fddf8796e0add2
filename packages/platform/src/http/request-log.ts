import { addressGroup } from '../quotas/address-group.js';
import type { ProcessLog } from './logger.js';

/** What the HTTP part writes to the log. Never a key, a header field or a body. */
export interface RequestLog {
  answered(entry: AnsweredRequest): void;
  failed(error: unknown, requestId: string): void;
  unavailable(error: unknown, requestId: string): void;
}

export interface AnsweredRequest {
  readonly requestId: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly method: string;
  /** The route's path with its parameters' names, or undefined where no route was met. */
  readonly route: string | undefined;
  readonly status: number;
  readonly milliseconds: number;
  readonly keyId: string | undefined;
  readonly accountId: string | undefined;
  /** The client's, as `TRUST_PROXY` lets it be known. */
  readonly address: string;
  /** Whether the client was gone before its answer. */
  readonly aborted: boolean;
}

/** What is written of a client: its address group (IPv4 address, IPv6 /64), or nothing. */
export const LOGGED_CLIENTS = ['group', 'none'] as const;
export type LoggedClient = (typeof LOGGED_CLIENTS)[number];

/** Returns the client as it is written down; `undefined` where it is not, or its connection is gone. */
export function loggedClient(address: string | undefined, client: LoggedClient): string | undefined {
  return client === 'group' && address !== undefined ? addressGroup(address) : undefined;
}

/** Writes to the log of the process. Our own bugs are errors; what seems to be an outage is a warning, which `OutageLog` looks into. */
export function requestLog(logger: ProcessLog, client: LoggedClient): RequestLog {
  return {
    answered: ({ requestId, traceId, spanId, keyId, accountId, address, ...entry }) => {
      const ids = { request_id: requestId, trace_id: traceId, span_id: spanId, key_id: keyId, account_id: accountId };
      logger.info({ ...ids, client: loggedClient(address, client), ...entry }, 'answered');
    },
    failed: (error, requestId) => logger.error({ request_id: requestId, err: error }, 'unexpected exception'),
    unavailable: (error, requestId) => logger.warn({ request_id: requestId, err: error }, 'dependency failed'),
  };
}
