import type { IncomingMessage } from 'node:http';
import type { Authenticator, Caller } from '../authentication/caller.js';
import { SUSPENDED_ACCOUNT } from '../authentication/locked-key.js';
import { invalidRequest, type Problem, problem } from '../problems/problem.js';
import type { RateDecision, RateWindow } from '../quotas/rate-decision.js';
import { type BodyType, FORM_BODY, JSON_BODY, readBody, SOURCE_BODY } from './body.js';
import { type HeldBytes, LARGE_BODY } from './bytes-in-flight.js';
import { formCheck } from './form.js';
import { knownQuery, parseQuery } from './query.js';
import { rawSourceCheck } from './raw-source.js';
import type { ObjectSchema, Route } from './route.js';
import { BODY_BOUNDS, parseStrictJson, type StrictJson, StrictReading } from './strict-json.js';
import { type Validated, validator } from './validation.js';

const MEBIBYTE = 1_048_576;
const NO_MEMBERS: ObjectSchema = { type: 'object', additionalProperties: false, properties: {} };

/** The verified caller, if any, and the reason for a refusal, if any. */
export interface Identified {
  readonly caller: Caller | undefined;
  readonly refusal?: Problem;
}
/** Work on the event loop in steps; `undefined`: it was interrupted and must be continued. */
export type Steps<Value> = (isInterrupted: () => boolean) => Value | undefined;
/** Does work in turn with other work, from its first step on. */
export type InTurn = <Value>(begin: () => Steps<Value>) => Promise<Value>;
export type Shaped = { readonly kind: 'shaped'; readonly query: unknown; readonly body: unknown; readonly bytes: number } | Problem;

/** Checks key, account and scope: 401 (429 for an address with too many refused keys), 403. */
export async function identify(
  route: Route,
  authenticator: Authenticator,
  header: string | undefined,
  address: string,
): Promise<Identified> {
  const authentication = await authenticationOf(route, authenticator, header, address);
  switch (authentication.kind) {
    case 'refused':
      return { caller: undefined, refusal: problem('unauthenticated', authentication.detail) };
    case 'throttled':
      return { caller: undefined, refusal: rateProblem(authentication.decision) };
    case 'anonymous':
      return route.auth === 'required'
        ? { caller: undefined, refusal: problem('unauthenticated', 'This call needs an API key.') }
        : { caller: undefined };
    case 'suspended':
      return {
        caller: authentication.caller,
        refusal: problem('account-suspended', SUSPENDED_ACCOUNT),
      };
    case 'caller': {
      const { caller } = authentication;
      if (route.scope === undefined || caller.scopes.has(route.scope)) return { caller };
      return { caller, refusal: problem('missing-scope', `This key lacks the scope ${route.scope}.`) };
    }
  }
}

/** On a route that ignores keys, an outage of the key store has no effect either. */
async function authenticationOf(route: Route, authenticator: Authenticator, header: string | undefined, address: string) {
  const asked = authenticator.authenticate(header, route.authGraceMilliseconds ?? 0, address);
  return route.auth === 'none' ? asked.catch(() => ({ kind: 'anonymous' }) as const) : asked;
}

/** Checks size, media type and shape as the route declares: 413, 429, 503, 415, 400. */
export function shapeCheck(
  route: Route,
): (request: IncomingMessage, queryText: string, held: HeldBytes, inTurn: InTurn) => Promise<Shaped> {
  const checkQuery = queryCheck(route);
  const checkBody = route.form === true ? formCheck(route) : bodyCheck(route);
  const checkSource = rawSourceCheck(route);
  const accepted = acceptedBodies(route);
  return async (request, queryText, held, inTurn) => {
    const read = await readBody(request, route.bodyLimit ?? MEBIBYTE, accepted, held);
    if (read.kind === 'problem') return route.foreignProtocol === true ? asBadRequest(read) : read;
    if (checkSource !== undefined && read.mediaType === SOURCE_BODY) return checkSource(read.bytes, queryText);
    const body = await checkBody(read.bytes, inTurn);
    if ('code' in body) return body;
    const query = checkQuery(queryText);
    const errors = [query, body].flatMap((part) => (part.kind === 'invalid' ? part.errors : []));
    if (query.kind === 'invalid' || body.kind === 'invalid') return invalidRequest(errors);
    return { kind: 'shaped', query: query.value, body: body.value, bytes: read.bytes.length };
  };
}

function acceptedBodies({ form, rawSource }: Route): readonly BodyType[] {
  if (form === true) return [FORM_BODY];
  return rawSource === true ? [JSON_BODY, SOURCE_BODY] : [JSON_BODY];
}

/** The problem of a body under a protocol without 415. */
function asBadRequest(refusal: Problem): Problem {
  if (refusal.code !== 'unsupported-media-type') return refusal;
  return { ...invalidRequest([{ pointer: 'header/content-type', message: refusal.detail }]), headers: refusal.headers };
}

function queryCheck(route: Route): (text: string) => Validated {
  const schema = route.query ?? NO_MEMBERS;
  const check = validator(schema, 'query');
  return (text) => {
    const parsed = parseQuery(route.lenientQuery === true ? knownQuery(text, schema) : text, schema);
    return parsed.kind === 'invalid' ? parsed : check(parsed.values, Object.keys(parsed.values).length);
  };
}

/** A route without a body accepts an empty one and `{}`. A large body is parsed in turn with other work. */
function bodyCheck(route: Route): (bytes: Uint8Array, inTurn: InTurn) => Promise<Validated | Problem> {
  const check = validator(route.body ?? NO_MEMBERS, '');
  const bounds = route.bodyBounds ?? BODY_BOUNDS;
  const checkParsed = (parsed: StrictJson): Validated | Problem => {
    switch (parsed.kind) {
      case 'malformed':
        return problem('malformed-json', parsed.detail);
      case 'too-many':
        return invalidRequest([{ pointer: parsed.pointer, message: parsed.message }]);
      case 'json':
        return check(parsed.value, parsed.parts);
    }
  };
  return async (bytes, inTurn) => {
    if (bytes.length === 0) {
      return route.body === undefined
        ? { kind: 'valid', value: undefined }
        : { kind: 'invalid', errors: [{ pointer: '', message: 'must be a JSON object, but the body is missing' }] };
    }
    if (bytes.length <= LARGE_BODY) return checkParsed(parseStrictJson(bytes, bounds));
    return inTurn(() => {
      const reading = new StrictReading(bytes, bounds);
      return (isInterrupted) => {
        const parsed = reading.step(isInterrupted);
        return parsed === undefined ? undefined : checkParsed(parsed);
      };
    });
  };
}

/** The IETF RateLimit and RateLimit-Policy fields of a metered answer. */
export function rateFields(windows: readonly RateWindow[]): Readonly<Record<string, string>> {
  if (windows.length === 0) return {};
  return {
    'RateLimit-Policy': windows.map((window) => `"${window.name}";q=${window.limit};w=${window.windowSeconds}`).join(', '),
    RateLimit: windows.map((window) => `"${window.name}";r=${window.remaining};t=${window.resetSeconds}`).join(', '),
  };
}

/** The 429 of a reached limit. */
export function rateProblem(decision: RateDecision & { readonly kind: 'limited' }): Problem {
  return problem('rate-limited', `Try again in ${decision.retryAfterSeconds} seconds.`, {
    headers: { ...rateFields(decision.windows), 'Retry-After': String(decision.retryAfterSeconds) },
  });
}
