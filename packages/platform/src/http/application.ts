import type { RequestListener } from 'node:http';
import helmet from 'helmet';
import type { Authenticator } from '../authentication/caller.js';
import type { Clock } from '../environment/clock.js';
import type { Randomness } from '../environment/randomness.js';
import type { IdempotencyStore } from '../idempotency/record.js';
import { type Problem, problem } from '../problems/problem.js';
import { clientAddress } from './client-address.js';
import { allowCrossOrigin, answerOptions } from './cross-origin.js';
import { beginExchange, type Exchange } from './exchange.js';
import { pipeline } from './pipeline.js';
import { findPlaces, type Place } from './places.js';
import type { RequestLog } from './request-log.js';
import type { Route } from './route.js';
import { send } from './send.js';

export interface ApplicationParts {
  readonly routes: readonly Route[];
  readonly authenticator: Authenticator;
  readonly log: RequestLog;
  readonly clock: Clock;
  readonly randomness: Randomness;
  /** TRUST_PROXY: addresses or networks separated by commas; undefined or empty for none. */
  readonly trustProxy: string | undefined;
  /** For the routes that take `Idempotency-Key`; an application without any needs none. */
  readonly idempotency?: IdempotencyStore;
}

/** Builds the HTTP application of a service from its routes: what a server of `node:http` calls. */
export function createApplication(parts: ApplicationParts): RequestListener {
  // TLS ends at the operator's proxy: a page must not send its reader to https on an address that does not speak it.
  const secure = helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } });
  const find = findPlaces(parts.routes, (route) => pipeline(route, parts));
  const exchangeParts = { ...parts, addressOf: clientAddress(parts.trustProxy) };
  return (request, response) => {
    secure(request, response, (error) => {
      if (error !== undefined) throw error;
    });
    const exchange = beginExchange(request, response, exchangeParts);
    const way = find(request.url ?? '/');
    switch (way.kind) {
      case 'nowhere':
        return refuse(exchange, problem('not-found', 'There is no such address.'));
      case 'undecodable':
        return refuse(exchange, problem('malformed-url', 'The path is not percent-encoded UTF-8.'));
      case 'place':
        return enter(exchange, way.place, way.params);
    }
  };
}

/** All methods of a path: OPTIONS is answered here, and what is not there is a 405 with `Allow`. */
function enter(exchange: Exchange, place: Place, params: Readonly<Record<string, string>>): void {
  const { request, response, path } = exchange;
  exchange.route = place.path;
  if (path.includes('%00')) return refuse(exchange, problem('malformed-url', 'The path holds NUL.'));
  const method = request.method ?? '';
  if (method === 'OPTIONS') return answerOptions(response, place.allowed, place.open);
  if (place.open && (method === 'GET' || method === 'HEAD')) allowCrossOrigin(response);
  const handler = place.handlers.get(method);
  if (handler === undefined) {
    const refusal = problem('method-not-allowed', `${place.path} takes ${place.allowed}.`, { headers: { Allow: place.allowed } });
    return refuse(exchange, refusal);
  }
  void handler(exchange, params);
}

function refuse({ response, path, requestId }: Exchange, refusal: Problem): void {
  send(response, refusal, { path, requestId, ifNoneMatch: undefined, tagged: false });
}
