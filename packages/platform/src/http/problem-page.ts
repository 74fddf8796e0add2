import { withoutKeys } from '../authentication/api-key.js';
import type { Problem } from '../problems/problem.js';
import { preferredMediaType } from './media-type.js';
import { type HttpRequest, type HttpResponse, sentPath, single } from './request.js';
import { HTML_TYPE, type Rendered, send } from './response.js';
import type { ProblemPage } from './route.js';

/**
 * Returns the page of a problem.
 * @param body the checked body. Default: it has none, or was not read.
 */
export function renderedProblem(
  page: ProblemPage,
  refusal: Problem,
  request: HttpRequest,
  response: HttpResponse,
  body?: unknown,
): Rendered {
  const { requestId } = response.locals;
  const header = (name: string): string | undefined => single(request.headers[name.toLowerCase()]);
  const html = page.render(refusal, { requestId, path: sentPath(request), body, header });
  return {
    kind: 'rendered',
    status: refusal.status,
    headers: { 'Cache-Control': 'no-store', ...page.headers, ...refusal.headers, 'Content-Type': HTML_TYPE },
    // A key in the wrong place, such as the query, must not get from here into a log of the client.
    bytes: Buffer.from(withoutKeys(html), 'utf8'),
    refusal: refusal.code,
  };
}

/** The API answers programs, also if they say that they are browsers. */
const API = /^\/v1(?:\/|$)/;

/** Sends the problem of an address or a method that does not exist: as a page to a browser that asks outside the API. */
export function sendUnrouted(page: ProblemPage | undefined, refusal: Problem, request: HttpRequest, response: HttpResponse): void {
  if (page === undefined || API.test(request.path)) return send(request, response, refusal);
  response.vary('Accept');
  const wanted = preferredMediaType(single(request.headers.accept), ['application/problem+json', 'application/json', 'text/html']);
  send(request, response, wanted === 'text/html' ? renderedProblem(page, refusal, request, response) : refusal);
}
