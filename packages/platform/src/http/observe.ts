import type { Clock } from '../environment/clock.js';
import type { Randomness } from '../environment/randomness.js';
import type { ProxyNotice } from './proxy-notice.js';
import { type Handler, type Locals, single } from './request.js';
import { requestId } from './request-id.js';
import type { RequestLog } from './request-log.js';
import { traceContext } from './trace-context.js';

export interface ObservingParts {
  readonly log: RequestLog;
  readonly clock: Clock;
  readonly randomness: Randomness;
  readonly proxies: ProxyNotice;
}

/** Gives a request its id and its place in a trace, and writes the line in the log when it is over. */
export function observeRequest({ log, clock, randomness, proxies }: ObservingParts): Handler {
  return (request, response, next) => {
    const started = clock.monotonic();
    const locals: Locals = {
      requestId: requestId(single(request.headers['x-request-id']), randomness),
      trace: traceContext(single(request.headers['traceparent']), randomness),
      address: request.ip ?? '',
      caller: undefined,
    };
    response.locals = locals;
    proxies.look(request.headers);
    response.setHeader('X-Request-Id', locals.requestId);
    response.setHeader('traceparent', locals.trace.traceparent);
    response.on('close', () =>
      log.answered({
        requestId: locals.requestId,
        traceId: locals.trace.traceId,
        spanId: locals.trace.spanId,
        method: request.method,
        route: routeOf(request),
        status: response.statusCode,
        milliseconds: Math.round((clock.monotonic() - started) * 10) / 10,
        keyId: locals.caller?.keyId,
        accountId: locals.caller?.accountId,
        address: locals.address,
        aborted: !response.writableFinished,
      }),
    );
    next();
  };
}

/** The path of the route that Express has found, with the names of its parameters. */
function routeOf({ route }: { readonly route?: { readonly path: string } }): string | undefined {
  return route?.path;
}
