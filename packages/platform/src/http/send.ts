import type { ServerResponse } from 'node:http';
import type { Outcome } from './answer.js';
import { entityTag, matchesNone } from './entity-tag.js';
import { type Rendered, render } from './rendered.js';
import { type HttpRequest, type HttpResponse, sentPath } from './request.js';

/** Lists whose entries come from more than one place: the limit of requests and the day's quota, the key and the route. */
const LISTED: ReadonlySet<string> = new Set(['RateLimit', 'RateLimit-Policy', 'Vary']);

/**
 * Writes an outcome. Header fields that were set before stay unless the outcome names them; lists are added to.
 * @param tagged whether the route asked for an entity tag
 */
export function send(request: HttpRequest, response: HttpResponse, outcome: Outcome | Rendered, tagged = false): void {
  const { status, headers, octets } = outcome.kind === 'rendered' ? outcome : render(outcome, sentPath(request), response.locals.requestId);
  setFields(response, headers);
  if (tagged && status === 200 && octets !== undefined) {
    if (!response.hasHeader('ETag')) response.setHeader('ETag', entityTag(octets));
    if (matchesNone(request.headers['if-none-match'], String(response.getHeader('ETag')))) {
      response.removeHeader('Content-Type');
      return finish(response, 304, undefined);
    }
  }
  finish(response, status, octets);
}

function setFields(response: ServerResponse, fields: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(fields)) {
    const before = LISTED.has(name) ? response.getHeader(name) : undefined;
    response.setHeader(name, before === undefined ? value : joined(String(before), value));
  }
}

/** The entries of two lists, of those that say the same thing the last. */
function joined(...lists: readonly string[]): string {
  const entries = lists.flatMap((list) => list.split(', ')).map((entry) => [entry.split(';', 1)[0], entry] as const);
  return [...new Map(entries).values()].join(', ');
}

function finish(response: ServerResponse, status: number, octets: Uint8Array | undefined): void {
  response.statusCode = status;
  if (octets !== undefined) response.setHeader('Content-Length', octets.length);
  response.end(octets);
}
