import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../authentication/caller.js';
import type { Clock } from '../environment/clock.js';
import type { Randomness } from '../environment/randomness.js';
import type { ClientAddress } from './client-address.js';
import { requestId } from './request-id.js';
import type { RequestLog } from './request-log.js';
import { type TraceContext, traceContext } from './trace-context.js';

/** A request and its answer, with what the parts of the application have found out about them. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly trace: TraceContext;
  /** As it was sent, without the query. */
  readonly path: string;
  /** What stands after the question mark. */
  readonly queryText: string;
  /** The client's address (`TRUST_PROXY`). */
  readonly address: string;
  /** The path with its parameters' names, once a route was met. */
  route: string | undefined;
  /** Who calls, once that is known. */
  caller: Caller | undefined;
}

export interface ExchangeParts {
  readonly log: RequestLog;
  readonly clock: Clock;
  readonly randomness: Randomness;
  readonly addressOf: ClientAddress;
}

/** Gives a request its id and its place in a trace, and writes the line in the log when it is over. */
export function beginExchange(request: IncomingMessage, response: ServerResponse, parts: ExchangeParts): Exchange {
  const { log, clock, randomness, addressOf } = parts;
  const started = clock.monotonic();
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  const exchange: Exchange = {
    request,
    response,
    requestId: requestId(single(request.headers['x-request-id']), randomness),
    trace: traceContext(single(request.headers['traceparent']), randomness),
    path: mark === -1 ? url : url.slice(0, mark),
    queryText: mark === -1 ? '' : url.slice(mark + 1),
    address: addressOf(request),
    route: undefined,
    caller: undefined,
  };
  response.setHeader('X-Request-Id', exchange.requestId);
  response.setHeader('traceparent', exchange.trace.traceparent);
  response.on('close', () =>
    log.answered({
      requestId: exchange.requestId,
      traceId: exchange.trace.traceId,
      spanId: exchange.trace.spanId,
      method: request.method ?? '',
      route: exchange.route,
      status: response.statusCode,
      milliseconds: Math.round((clock.monotonic() - started) * 10) / 10,
      keyId: exchange.caller?.keyId,
      aborted: !response.writableFinished,
    }),
  );
  return exchange;
}

/** Node joins fields of one name by commas, but for a few that come as a list. */
export function single(field: string | readonly string[] | undefined): string | undefined {
  return typeof field === 'string' ? field : field?.join(', ');
}
