import { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express, type NextFunction } from 'express';
import helmet from 'helmet';
import type { Authenticator } from '../authentication/caller.js';
import type { Clock } from '../environment/clock.js';
import type { Randomness } from '../environment/randomness.js';
import { FairTurns } from '../fair-shares/fair-turns.js';
import type { IdempotencyStore } from '../idempotency/store.js';
import { problem } from '../problems/problem.js';
import { httpMetrics } from '../telemetry/metrics/http-metrics.js';
import { type Metrics, NO_METRICS } from '../telemetry/metrics/metrics.js';
import type { Tracing } from '../telemetry/tracing/tracing.js';
import { ClientGone } from './body.js';
import { BYTES_SETTINGS, type ByteLimits, BytesInFlight } from './bytes-in-flight.js';
import { pipeline } from './pipeline.js';
import { sendUnrouted } from './problem-page.js';
import { ProxyNotice } from './proxy-notice.js';
import { readPath } from './query.js';
import type { Handler, HttpRequest, HttpResponse } from './request.js';
import { observeRequest, type RequestLog } from './request-log.js';
import { send } from './response.js';
import type { ProblemPage, Route } from './route.js';
import { mountRoutes } from './routing.js';
import type { ReadingLimits } from './streams.js';
import { unexpectedProblem } from './unexpected.js';

export interface ApplicationDeps {
  readonly routes: readonly Route[];
  readonly authenticator: Authenticator;
  readonly log: RequestLog;
  readonly clock: Clock;
  readonly randomness: Randomness;
  /** TRUST_PROXY: addresses or networks separated by commas; `undefined` or empty for no proxy. */
  readonly trustProxy: string | undefined;
  /** Default: no notice. */
  readonly proxies?: ProxyNotice;
  /** Default: 32 MiB for an account, 256 MiB in total. */
  readonly byteLimits?: ByteLimits;
  /** The turns for reading large bodies, shared with other work on the event loop. Default: turns of its own. */
  readonly turns?: FairTurns;
  /** Limits for slow readers of answers. Default: 20 s without a byte, 2 minutes in total. */
  readonly reading?: ReadingLimits;
  /** Default: no traces. */
  readonly tracing?: Tracing | undefined;
  /** For the routes that accept `Idempotency-Key`; not needed by an application without such routes. */
  readonly idempotency?: IdempotencyStore;
  /** Default: none. */
  readonly metrics?: Metrics;
  /** The page for a browser that asks for an address or by a method that does not exist. Default: JSON for everyone. */
  readonly unroutedPage?: ProblemPage | undefined;
}

const SILENT = { warn: () => undefined };

const BYTE_LIMITS: ByteLimits = {
  ofAccount: BYTES_SETTINGS.OCTETS_IN_FLIGHT_PER_ACCOUNT.default,
  inAll: BYTES_SETTINGS.OCTETS_IN_FLIGHT.default,
};

/**
 * Builds the HTTP application of a service from its routes.
 * @throws if TRUST_PROXY is not a list of addresses and networks
 */
export function createApplication(deps: ApplicationDeps): Express {
  const application = express();
  application.enable('case sensitive routing').enable('strict routing');
  // The declarations of the routes determine how queries are read, and which answers have an entity tag.
  application.disable('query parser').disable('etag').disable('x-powered-by');
  // Express's final handler shows a stack in every other environment.
  application.set('env', 'production');
  if (deps.trustProxy !== undefined && deps.trustProxy !== '') application.set('trust proxy', deps.trustProxy);
  // TLS ends at the operator's proxy: a page must not send its reader to https on an address without it.
  application.use(helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }));
  const proxies = deps.proxies ?? new ProxyNotice(deps.trustProxy, SILENT);
  application.use(observeRequest({ ...deps, proxies, metrics: httpMetrics(deps.metrics ?? NO_METRICS) }), readPath);
  const bytesInFlight = new BytesInFlight(deps.byteLimits ?? BYTE_LIMITS);
  const turns = deps.turns ?? new FairTurns(deps.clock);
  mountRoutes(application, deps.routes, (route) => pipeline(route, { ...deps, bytesInFlight, turns }), deps.unroutedPage);
  application.use(answerNotFound(deps.unroutedPage), answerException(deps.log));
  return application;
}

function answerNotFound(page: ProblemPage | undefined): Handler {
  const refusal = problem('not-found', 'No resource has this address.');
  return (request, response) => sendUnrouted(page, refusal, request, response);
}

/** Express recognizes an error handler by its four parameters. */
function answerException(log: RequestLog) {
  return (error: unknown, request: HttpRequest, response: HttpResponse, _next: NextFunction): void => {
    if (error instanceof ClientGone || response.headersSent) return;
    send(request, response, unexpectedProblem(error, response.locals.requestId, log));
  };
}

/** The classes of a server's requests and responses. */
export interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/**
 * Returns classes that already have the prototypes of Express. Otherwise Express changes the prototype of each request and
 * response, which costs more than everything else that it does (docs/decisions/0027-express.md).
 */
export function messagesOf(application: Express): MessageClasses {
  class Incoming extends IncomingMessage {}
  class Outgoing<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {}
  application.request = Object.setPrototypeOf(Incoming.prototype, application.request);
  application.response = Object.setPrototypeOf(Outgoing.prototype, application.response);
  return { IncomingMessage: Incoming, ServerResponse: Outgoing };
}
