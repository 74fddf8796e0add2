import type { Logger } from 'pino';

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
  /** Whether the client was gone before its answer. */
  readonly aborted: boolean;
}

/** Writes to a pino logger. Our own bugs are errors, a dependency that is out a warning. */
export function requestLog(logger: Logger): RequestLog {
  return {
    answered: ({ requestId, traceId, spanId, keyId, ...entry }) =>
      logger.info({ request_id: requestId, trace_id: traceId, span_id: spanId, key_id: keyId, ...entry }, 'answered'),
    failed: (error, requestId) => logger.error({ request_id: requestId, err: error }, 'unexpected exception'),
    unavailable: (error, requestId) => logger.warn({ request_id: requestId, err: error }, 'dependency out'),
  };
}
