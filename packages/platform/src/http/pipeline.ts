import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Authenticator, Caller } from '../authentication/caller.js';
import { QUICK_REQUEST_MILLISECONDS } from '../authentication/revocations.js';
import type { Clock } from '../environment/clock.js';
import type { Randomness } from '../environment/randomness.js';
import type { FairTurns } from '../fair-shares/fair-turns.js';
import { readerShare, type Share } from '../fair-shares/share.js';
import { readIdempotencyKey, requestDigest } from '../idempotency/key.js';
import { type NewIdentifier, runOnce } from '../idempotency/run-once.js';
import type { IdempotencyStore } from '../idempotency/store.js';
import { makeIdentifier } from '../identifiers/identifiers.js';
import type { Problem } from '../problems/problem.js';
import { addressGroup } from '../quotas/address-group.js';
import { ClientGone, refusedUnread } from './body.js';
import type { BytesInFlight } from './bytes-in-flight.js';
import { type InTurn, identify, rateFields, rateProblem, type Steps, shapeCheck } from './checks.js';
import { refuseCrossOrigin } from './cross-origin.js';
import { renderedProblem } from './problem-page.js';
import { echoedRequestId, type Handler, type HttpRequest, type HttpResponse, queryText, sentPath, single } from './request.js';
import { GIVEN_UP, type RequestLog } from './request-log.js';
import { type Outcome, type Rendered, render, send } from './response.js';
import type { Route } from './route.js';
import { cutSlowReader, type ReadingLimits, sendStream } from './streams.js';
import { unexpectedProblem } from './unexpected.js';

export interface PipelineDeps {
  readonly authenticator: Authenticator;
  readonly randomness: Randomness;
  readonly clock: Clock;
  readonly log: RequestLog;
  readonly bytesInFlight: BytesInFlight;
  /** The turns for reading large bodies. */
  readonly turns: FairTurns;
  /** Limits for slow readers of an answer. Default: `READING`. */
  readonly reading?: ReadingLimits;
  /** For the routes that accept `Idempotency-Key`. */
  readonly idempotency?: IdempotencyStore;
}

/**
 * Makes the handler of a route. The order of its checks is that of the contract: key, scope, room, rate, size, media type, shape.
 * The handler checks existence, ownership, state, program and quota. The key of a request that came slowly is looked up again when it
 * is complete: it may have been revoked meanwhile.
 */
export function pipeline(route: Route, deps: PipelineDeps): Handler {
  const shape = shapeCheck(route);
  return async (request, response) => {
    try {
      const outcome = await shownOutcome(route, deps, shape, request, response);
      const reading = deps.reading ?? READING;
      if (outcome.kind === 'answer' && outcome.body.kind === 'stream') {
        await sendStream(request, response, outcome, outcome.body, { reading, log: deps.log });
      } else {
        send(request, response, outcome, route.entityTag === true);
        holdAnswer(request, response, reading);
      }
    } finally {
      if (!request.complete) discardRest(request);
    }
  };
}

/** Returns the outcome; a problem as a page, if the route has pages for problems. */
async function shownOutcome(
  route: Route,
  deps: PipelineDeps,
  shape: ReturnType<typeof shapeCheck>,
  request: HttpRequest,
  response: HttpResponse,
): Promise<Outcome | Rendered> {
  const { problemPage } = route;
  if (problemPage === undefined) return outcomeOf(route, deps, shape, request, response);
  let body: unknown;
  const noting: typeof shape = async (...read) => {
    const shaped = await shape(...read);
    if (shaped.kind === 'shaped') ({ body } = shaped);
    return shaped;
  };
  const pageOf = (refusal: Problem): Rendered => renderedProblem(problemPage, refusal, request, response, body);
  try {
    const outcome = await outcomeOf(route, deps, noting, request, response);
    return outcome.kind === 'problem' ? pageOf(outcome) : outcome;
  } catch (error) {
    if (error instanceof ClientGone || response.headersSent) throw error;
    return pageOf(unexpectedProblem(error, response.locals.requestId, deps.log));
  }
}

async function outcomeOf(
  route: Route,
  deps: PipelineDeps,
  shape: ReturnType<typeof shapeCheck>,
  request: HttpRequest,
  response: HttpResponse,
): Promise<Outcome | Rendered> {
  const { params } = request;
  if (route.foreignProtocol === true) echoRequestId(request, response);
  const { requestId, address, trace } = response.locals;
  const header = (name: string): string | undefined => single(request.headers[name.toLowerCase()]);
  const cameSoon = arrival(request, deps.clock);
  const identified = await identify(route, deps.authenticator, request.headers.authorization, address);
  response.locals.caller = identified.caller;
  if (identified.refusal !== undefined) return identified.refusal;
  const first = identified.caller ?? (await route.callerOf?.({ header }));
  response.locals.caller = first;
  setCaching(route, first, request, response);
  const share = readerShare(first, address);
  const full = route.refusal?.(share);
  if (full !== undefined) return refusedUnread(full, request);
  const subject = { address, accountId: first?.accountId, limits: first?.limits };
  if (route.rate !== undefined) {
    const decision = await route.rate.take(subject);
    if (decision.kind === 'limited') return rateProblem(decision);
    for (const [name, value] of Object.entries(rateFields(decision.windows))) response.setHeader(name, value);
  }
  const held = deps.bytesInFlight.open(share);
  response.locals.held = held;
  response.on('close', () => held.release());
  const shaped = await shape(request, queryText(request), held, inTurnOf(share, deps, response));
  if (shaped.kind === 'problem') return shaped;
  const again =
    identified.caller === undefined || cameSoon()
      ? { caller: first }
      : await identify(route, deps.authenticator, request.headers.authorization, address);
  if (again.refusal !== undefined) return again.refusal;
  const { caller } = again;
  const { query, body, bytes } = shaped;
  const run = async (newIdentifier: NewIdentifier) =>
    route.handle({
      params,
      query,
      body,
      caller,
      requestId,
      traceparent: trace.traceparent,
      share,
      subject,
      bytes,
      get signal() {
        return goneSignal(response);
      },
      header,
      newIdentifier,
    });
  const key = route.idempotency === undefined ? NO_KEY : readIdempotencyKey(request.headersDistinct['idempotency-key']);
  if (key.kind === 'problem') return key;
  if (key.kind === 'none' || route.idempotency === undefined) return run((kind) => makeIdentifier(kind, deps.randomness));
  return runOnce(storeOf(deps), {
    identity: {
      scope: caller?.accountId ?? `address:${addressGroup(address)}`,
      route: `${route.method} ${route.path}`,
      key: key.digest,
      // For a route without a body, an empty body and `{}` are the same.
      requestDigest: requestDigest({ params, query, body: route.body === undefined ? undefined : body }),
    },
    keeps: route.idempotency,
    run,
    render: (outcome) => render(outcome, sentPath(request), requestId),
    unkept: (error) => deps.log.unavailable(error, requestId),
  });
}

/**
 * Notes when a request came. The result tells, once the request is complete, if that was so soon after this call that no revocation
 * answered before its end can have been missed by a look-up of its key that begins now.
 */
function arrival(request: HttpRequest, clock: Clock): () => boolean {
  const begun = clock.monotonic();
  const isSoon = (): boolean => clock.monotonic() - begun <= QUICK_REQUEST_MILLISECONDS;
  let cameWhole = request.complete;
  // By then Node has read what came with the header fields: such a request may then wait for its look-up and its turn.
  if (!cameWhole) {
    setImmediate(() => {
      cameWhole = request.complete && isSoon();
    });
  }
  return () => cameWhole || isSoon();
}

function echoRequestId(request: HttpRequest, response: HttpResponse): void {
  const echoed = echoedRequestId(single(request.headers['x-request-id']));
  if (echoed === undefined) return;
  response.locals.requestId = echoed;
  response.setHeader('X-Request-Id', echoed);
}

/** Its work ends when the client leaves. */
function inTurnOf(share: Share, { turns, clock }: Pick<PipelineDeps, 'turns' | 'clock'>, response: ServerResponse): InTurn {
  return async <Value>(begin: () => Steps<Value>) => {
    let steps: Steps<Value> | undefined;
    let value: Value | undefined;
    const part = (ends: number): boolean => {
      if (response.closed) return true;
      steps ??= begin();
      value = steps(() => clock.monotonic() >= ends);
      return value !== undefined;
    };
    await turns.run(share, 'batch', part);
    if (value === undefined) throw new ClientGone();
    return value;
  };
}

const NO_KEY = { kind: 'none' } as const;

function storeOf({ idempotency }: PipelineDeps): IdempotencyStore {
  if (idempotency === undefined) throw new Error('a route accepts Idempotency-Key, but the application has no store for it');
  return idempotency;
}

/**
 * An answer for a key is private; a public one may be stored but must be revalidated each time. A page may depend on the session of
 * a cookie, so one for a browser with cookies is private too.
 */
function setCaching(route: Route, caller: Caller | undefined, request: HttpRequest, response: HttpResponse): void {
  const varies = [...(route.auth === 'none' ? [] : ['Authorization']), ...(route.problemPage === undefined ? [] : ['Cookie'])];
  if (varies.length > 0) response.setHeader('Vary', varies.join(', '));
  const isPrivate = route.auth !== 'none' && caller !== undefined;
  const isPersonal = route.problemPage !== undefined && request.headers.cookie !== undefined;
  if (isPersonal) refuseCrossOrigin(response);
  if (route.method !== 'GET') response.setHeader('Cache-Control', 'no-store');
  else if (isPrivate || isPersonal) response.setHeader('Cache-Control', 'private, no-store');
  else response.setHeader('Cache-Control', 'no-cache');
}

/** Created on first use: most handlers end before a client can leave. */
function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.closed && !response.writableFinished) controller.abort(new ClientGone());
  response.on('close', () => {
    if (!response.writableFinished) controller.abort(new ClientGone());
  });
  response.on(GIVEN_UP, () => controller.abort());
  return controller.signal;
}

const READING: ReadingLimits = { stallMilliseconds: 20_000, longestMilliseconds: 120_000 };

/** Counts the bytes that the client has not taken yet, and disconnects a client that is too slow. */
function holdAnswer(request: HttpRequest, response: HttpResponse, reading: ReadingLimits): void {
  const left = response.writableLength;
  if (left === 0 || response.closed) return;
  response.locals.held?.answer(left);
  cutSlowReader(request, response, reading);
}

const MAX_DISCARDED = 16 * 1_048_576;
const MAX_DISCARDING = 5_000;

/**
 * Makes sure that an early answer arrives, given before the body was read. A client that is still sending would lose it if the
 * connection were closed at once. The rest of the body is discarded, up to a size and a time.
 */
function discardRest(request: IncomingMessage): void {
  let discarded = 0;
  const cut = setTimeout(() => request.socket.destroy(), MAX_DISCARDING);
  cut.unref();
  request.on('data', (part: Buffer) => {
    discarded += part.length;
    if (discarded > MAX_DISCARDED) request.socket.destroy();
  });
  request.on('close', () => clearTimeout(cut));
  request.resume();
}
