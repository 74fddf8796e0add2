import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import type { Authenticator } from '../authentication/caller.js';
import type { Clock } from '../environment/clock.js';
import type { Randomness } from '../environment/randomness.js';
import type { IdempotencyStore } from '../idempotency/record.js';
import { problem } from '../problems/problem.js';
import { allowCrossOrigin } from './cross-origin.js';
import { locals } from './locals.js';
import { pipeline } from './pipeline.js';
import { requestId } from './request-id.js';
import type { RequestLog } from './request-log.js';
import type { Route } from './route.js';
import { send } from './send.js';
import { traceContext } from './trace-context.js';
import { unexpectedProblem } from './unexpected.js';

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

/** Builds the HTTP application of a service from its routes. */
export function createApplication(parts: ApplicationParts): Express {
  const application = express();
  application.disable('x-powered-by');
  application.disable('etag');
  application.enable('case sensitive routing');
  application.enable('strict routing');
  application.set('query parser', false);
  application.set(
    'trust proxy',
    parts.trustProxy === undefined || parts.trustProxy === '' ? false : parts.trustProxy.split(',').map((entry) => entry.trim()),
  );
  // TLS ends at the operator's proxy: a page must not send its reader to https on an address that does not speak it.
  application.use(helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }));
  application.use(mark(parts));
  for (const [path, routes] of byPath(parts.routes)) mount(application, path, routes, parts);
  application.use(notFound);
  application.use(failed(parts.log));
  return application;
}

/** The request's id, its place in a trace, and the line in the log when it is over. */
function mark({ log, clock, randomness }: ApplicationParts): RequestHandler {
  return (request, response, next) => {
    const started = clock.monotonic();
    const id = requestId(request.get('X-Request-Id'), randomness);
    const trace = traceContext(request.get('traceparent'), randomness);
    locals(response).trace = trace;
    response.setHeader('X-Request-Id', id);
    response.setHeader('traceparent', trace.traceparent);
    response.on('close', () =>
      log.answered({
        requestId: id,
        traceId: trace.traceId,
        spanId: trace.spanId,
        method: request.method,
        route: locals(response).route,
        status: response.statusCode,
        milliseconds: Math.round((clock.monotonic() - started) * 10) / 10,
        keyId: locals(response).caller?.keyId,
        aborted: !response.writableFinished,
      }),
    );
    next();
  };
}

function byPath(routes: readonly Route[]): ReadonlyMap<string, readonly Route[]> {
  const paths = new Map<string, Route[]>();
  for (const each of routes) paths.set(each.path, [...(paths.get(each.path) ?? []), each]);
  return paths;
}

/** All methods of a path: HEAD comes with GET, and what is not there is a 405 with `Allow`. */
function mount(application: Express, path: string, routes: readonly Route[], parts: ApplicationParts): void {
  const allowed = routes.flatMap((each) => (each.method === 'GET' ? ['GET', 'HEAD'] : [each.method])).join(', ');
  const place = application.route(path);
  place.all((request, response, next) => {
    locals(response).route = path;
    if (request.path.includes('%00')) sendPlain(response, request.path, problem('malformed-url', 'The path holds NUL.'));
    else next();
  });
  place.all(
    allowCrossOrigin(
      allowed,
      routes.some((each) => each.method === 'GET' && each.auth !== 'required'),
    ),
  );
  for (const each of routes) place[verb(each.method)](pipeline(each, parts));
  place.all((request, response) => {
    const refusal = problem('method-not-allowed', `${path} takes ${allowed}.`, { headers: { Allow: allowed } });
    sendPlain(response, request.path, refusal);
  });
}

function verb(method: Route['method']): 'get' | 'post' | 'put' | 'delete' {
  switch (method) {
    case 'GET':
      return 'get';
    case 'POST':
      return 'post';
    case 'PUT':
      return 'put';
    case 'DELETE':
      return 'delete';
  }
}

const notFound: RequestHandler = (request, response) => {
  sendPlain(response, request.path, problem('not-found', 'There is no such address.'));
};

/** What express itself throws: a path that cannot be decoded; anything else is our bug. */
function failed(log: RequestLog): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const refusal =
      error instanceof URIError
        ? problem('malformed-url', 'The path is not percent-encoded UTF-8.')
        : unexpectedProblem(error, String(response.getHeader('X-Request-Id')), log);
    sendPlain(response, request.path, refusal);
  };
}

function sendPlain(response: Response, path: string, refusal: ReturnType<typeof problem>): void {
  const id = String(response.getHeader('X-Request-Id'));
  send(response, refusal, { path, requestId: id, ifNoneMatch: undefined, tagged: false });
}
