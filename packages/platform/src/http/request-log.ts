import type { ServerResponse } from 'node:http';
import type { Clock } from '../environment/clock.js';
import type { Randomness } from '../environment/randomness.js';
import { addressGroup } from '../quotas/address-group.js';
import type { HttpMetrics } from '../telemetry/metrics/http-metrics.js';
import { underSpan } from '../telemetry/tracing/span.js';
import type { Tracing } from '../telemetry/tracing/tracing.js';
import type { ProcessLog } from './logger.js';
import type { ProxyNotice } from './proxy-notice.js';
import { type Handler, type Locals, readRequestId, single, traceContext } from './request.js';
import { endRequestSpan, spanMethod } from './request-span.js';

/** The log of the HTTP layer. Never a key, a header field or a body. */
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
  /** The route's path with the names of its parameters; `undefined` if no route matched. */
  readonly route: string | undefined;
  readonly status: number;
  readonly milliseconds: number;
  readonly keyId: string | undefined;
  readonly accountId: string | undefined;
  /** The client's address, by `TRUST_PROXY`. */
  readonly address: string;
  /** True if the client left before its answer. */
  readonly aborted: boolean;
}

/** The part of a client's address that is logged: its address group (IPv4 address, IPv6 /64), or no part. */
export const LOGGED_CLIENTS = ['group', 'none'] as const;
export type LoggedClient = (typeof LOGGED_CLIENTS)[number];

/** Returns the client for the log; `undefined` if it is not logged, or its connection is closed. */
export function loggedClient(address: string | undefined, client: LoggedClient): string | undefined {
  return client === 'group' && address !== undefined ? addressGroup(address) : undefined;
}

/** Writes to the log of the process. Our own bugs are errors; a probable outage is a warning, which `OutageLog` examines. */
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

/** The event on a response that is given up: the code that makes its answer should end soon. */
export const GIVEN_UP = 'given up';

/** Requests in flight: they have begun and are not answered yet. */
export class Exchanges {
  readonly #open = new Set<ServerResponse>();
  #isDraining = false;
  #cut = 0;

  begin(response: ServerResponse): void {
    this.#open.add(response);
    response.on('close', () => this.#open.delete(response));
    if (this.#isDraining) response.shouldKeepAlive = false;
  }

  /** Ends each connection with its next answer (`Connection: close`), so that its client reconnects to another process. */
  drain(): void {
    this.#isDraining = true;
    for (const response of this.#open) response.shouldKeepAlive = false;
  }

  /** Ends the waiting of all requests: each is answered at once with 202 or 503. */
  giveUp(): void {
    for (const response of this.#open) {
      response.on('close', () => {
        if (response.writableFinished && response.statusCode >= 500) this.#cut += 1;
      });
      response.emit(GIVEN_UP);
    }
  }

  /** The number of given-up requests that were not answered with a result. */
  get cut(): number {
    return this.#cut + this.#open.size;
  }
}

export interface ObservingDeps {
  readonly log: RequestLog;
  readonly clock: Clock;
  readonly randomness: Randomness;
  readonly proxies: ProxyNotice;
  readonly metrics: HttpMetrics;
  /** Default: no traces. */
  readonly tracing?: Tracing | undefined;
}

/** Gives a request its id and its place in a trace; at its end, writes its log line and counts it. */
export function observeRequest({ log, clock, randomness, proxies, metrics, tracing }: ObservingDeps): Handler {
  return (request, response, next) => {
    const started = clock.monotonic();
    const given = single(request.headers['traceparent']);
    const traced = tracing?.beginRequest(spanMethod(request.method), given);
    const locals: Locals = {
      requestId: readRequestId(single(request.headers['x-request-id']), randomness),
      trace: traced?.context ?? traceContext(given, randomness),
      address: request.ip ?? '',
      caller: undefined,
    };
    response.locals = locals;
    proxies.look(request.headers);
    response.setHeader('X-Request-Id', locals.requestId);
    response.setHeader('traceparent', locals.trace.traceparent);
    metrics.begin();
    response.on('close', () => {
      const milliseconds = clock.monotonic() - started;
      const aborted = !response.writableFinished;
      const answered = { method: request.method, route: routeOf(request), status: response.statusCode, aborted };
      metrics.end({ ...answered, milliseconds, refusal: locals.refusal });
      const entry: AnsweredRequest = {
        requestId: locals.requestId,
        traceId: locals.trace.traceId,
        spanId: locals.trace.spanId,
        ...answered,
        milliseconds: Math.round(milliseconds * 10) / 10,
        keyId: locals.caller?.keyId,
        accountId: locals.caller?.accountId,
        address: locals.address,
      };
      log.answered(entry);
      if (traced?.span !== undefined) endRequestSpan(traced.span, entry);
    });
    underSpan(traced?.span, next);
  };
}

/** The path of the route that Express found, with the names of its parameters. */
function routeOf({ route }: { readonly route?: { readonly path: string } }): string | undefined {
  return route?.path;
}
