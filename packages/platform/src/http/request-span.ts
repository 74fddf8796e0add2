import type { Span } from '../telemetry/tracing/span.js';
import type { AnsweredRequest } from './request-log.js';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'CONNECT']);

/** Returns the name of a request's span before its route is known; any other method is `HTTP`, so that names stay few. */
export function spanMethod(method: string): string {
  return METHODS.has(method) ? method : 'HTTP';
}

/**
 * Ends the span of a request with the attributes of the HTTP conventions. The path is left out, although the conventions ask for
 * it: a client may have put anything into it.
 */
export function endRequestSpan(span: Span, { method, route, status, aborted }: AnsweredRequest): void {
  if (route !== undefined) span.rename(`${spanMethod(method)} ${route}`);
  span.set({
    'http.request.method': METHODS.has(method) ? method : '_OTHER',
    ...(route === undefined ? {} : { 'http.route': route }),
    'http.response.status_code': status,
  });
  if (aborted) span.fail('aborted');
  else if (status >= 500) span.fail(String(status));
  span.end();
}
