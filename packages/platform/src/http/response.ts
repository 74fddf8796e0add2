import type { ServerResponse } from 'node:http';
import type { JSONSchema } from 'json-schema-to-ts';
import { pathWithoutKeys, withoutKeys } from '../authentication/api-key.js';
import type { ProblemCode } from '../problems/codes.js';
import { type Problem, problemBody } from '../problems/problem.js';
import { entityTag, matchesNone } from './preconditions.js';
import { type HttpRequest, type HttpResponse, sentPath } from './request.js';

export type SuccessStatus = 200 | 201 | 202 | 204;
/** The further statuses of pages: a redirection after a form, and a form with its errors. */
export type PageStatus = 303 | 400 | 401 | 403 | 404 | 409 | 410 | 422 | 429 | 503;

/** The content of a body. `exact` JSON is sent byte for byte as it was stored. */
export type Content =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'bytes'; readonly mediaType: string; readonly bytes: Uint8Array }
  | Stream;

/**
 * A body whose parts are made while the client reads. An exception before the first part becomes a problem; a later one breaks the
 * answer off.
 */
export interface Stream {
  readonly kind: 'stream';
  readonly mediaType: string;
  readonly parts: AsyncIterable<Uint8Array>;
}

/** The successful result of a handler. */
export interface Answer {
  readonly kind: 'answer';
  readonly status: SuccessStatus | PageStatus;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Content;
}

/** The result of a handler. */
export type Outcome = Answer | Problem;

type Headers = Readonly<Record<string, string>>;

/** A JSON answer. */
export function json(status: 200 | 201 | 202, value: unknown, headers: Headers = {}): Answer {
  return { kind: 'answer', status, headers, body: { kind: 'json', value } };
}

/** 200 with a JSON body. */
export function ok(value: unknown, headers: Headers = {}): Answer {
  return json(200, value, headers);
}

/** 201 with the URL of the new resource. */
export function created(location: string, value: unknown, headers: Headers = {}): Answer {
  return json(201, value, { Location: location, ...headers });
}

/** 202 with the address of the future outcome. */
export function accepted(location: string, value: unknown, headers: Headers = {}): Answer {
  return json(202, value, { Location: location, ...headers });
}

/** 303 of a page: the browser reads another page, and a reload repeats no form. */
export function seeOther(location: string, headers: Headers = {}): Answer {
  return { kind: 'answer', status: 303, headers: { Location: location, ...headers }, body: { kind: 'none' } };
}

/** 204. */
export function noContent(headers: Headers = {}): Answer {
  return { kind: 'answer', status: 204, headers, body: { kind: 'none' } };
}

/** JSON that was made before and has to be sent byte for byte. */
export function exactJson(bytes: Uint8Array, headers: Headers = {}): Answer {
  return { kind: 'answer', status: 200, headers, body: { kind: 'bytes', mediaType: JSON_TYPE, bytes } };
}

/**
 * A page, picture or file.
 * @param status others than 200 are for answers in another form than JSON: the grey badge, a health body, pages of problems
 */
export function document(
  mediaType: string,
  content: string | Uint8Array,
  headers: Headers = {},
  status: SuccessStatus | PageStatus = 200,
): Answer {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  return { kind: 'answer', status, headers, body: { kind: 'bytes', mediaType, bytes } };
}

/**
 * 200 with a body that is too large to be made before it is sent. It has no length and no entity tag, and is not stored for
 * repeated requests.
 */
export function streamed(mediaType: string, parts: AsyncIterable<Uint8Array>, headers: Headers = {}): Answer {
  return { kind: 'answer', status: 200, headers, body: { kind: 'stream', mediaType, parts } };
}

export const JSON_TYPE = 'application/json; charset=utf-8';
export const HTML_TYPE = 'text/html; charset=utf-8';
export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** An outcome in its sent form: status, own header fields, bytes. */
export interface Rendered {
  readonly kind: 'rendered';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** `undefined` if the answer has no body. */
  readonly bytes: Uint8Array | undefined;
  /** The code of a problem. Default: `undefined`, also for a problem that is repeated. */
  readonly refusal?: ProblemCode;
}

/**
 * Encodes an outcome as bytes.
 * @param path of the request, without its query: the `instance` of a problem
 */
export function render(outcome: Outcome, path: string, requestId: string): Rendered {
  if (outcome.kind === 'problem') {
    const headers = { 'Cache-Control': 'no-store', ...outcome.headers, 'Content-Type': PROBLEM_TYPE };
    // A key in the wrong place, such as the query, must not get from here into an error log of the client.
    const text = withoutKeys(JSON.stringify(problemBody(outcome, pathWithoutKeys(path), requestId)));
    return { kind: 'rendered', status: outcome.status, headers, bytes: Buffer.from(text, 'utf8'), refusal: outcome.code };
  }
  const { status, headers, body } = outcome;
  const encoded = encode(body);
  if (encoded === undefined) return { kind: 'rendered', status, headers, bytes: undefined };
  return { kind: 'rendered', status, headers: { ...headers, 'Content-Type': encoded.mediaType }, bytes: encoded.bytes };
}

function encode(body: Content): { readonly mediaType: string; readonly bytes: Uint8Array } | undefined {
  switch (body.kind) {
    case 'none':
      return undefined;
    case 'json':
      return { mediaType: JSON_TYPE, bytes: encodeJson(body.value) };
    case 'bytes':
      return { mediaType: body.mediaType, bytes: body.bytes };
    case 'stream':
      throw new Error('the bytes of a stream are not known before it is sent');
  }
}

function encodeJson(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value), 'utf8');
}

export type ResponseStatus = 200 | 201 | 202 | 204 | 404 | 503;
/** A JSON Schema. One with a `title` is named after it in the API description. */
export type Schema = Exclude<JSONSchema, boolean>;

/** One successful answer of a route. */
export interface ResponseDeclaration {
  /** One sentence. */
  readonly description: string;
  /** The schema of the body by media type, without parameters; empty if the answer has no body. */
  readonly content: Readonly<Record<string, Schema>>;
  /** The header fields that clients may rely on, in addition to those of every answer. */
  readonly headers: readonly string[];
}

/** 404 and 503 are for answers in another form than a problem: the grey badge, a health body. */
export type Responses = Readonly<Partial<Record<ResponseStatus, ResponseDeclaration>>>;

/** An answer in JSON. */
export function jsonResponse(description: string, schema: Schema, headers: readonly string[] = []): ResponseDeclaration {
  return { description, content: { 'application/json': schema }, headers };
}

/** An answer that is text, a picture or a file. */
export function documentResponse(description: string, mediaType: string, headers: readonly string[] = []): ResponseDeclaration {
  return { description, content: { [mediaType]: { type: 'string' } }, headers };
}

/** An answer without a body. */
export function emptyResponse(description: string): ResponseDeclaration {
  return { description, content: {}, headers: [] };
}

/** List fields with entries from several sources: rate limit and daily quota, key and route. */
const LISTED: ReadonlySet<string> = new Set(['RateLimit', 'RateLimit-Policy', 'Vary']);

/**
 * Writes an outcome. Header fields that were set before stay, unless the outcome has them too; list fields are joined.
 * @param tagged true if the route declares an entity tag
 */
export function send(request: HttpRequest, response: HttpResponse, outcome: Outcome | Rendered, tagged = false): void {
  const rendered = outcome.kind === 'rendered' ? outcome : render(outcome, sentPath(request), response.locals.requestId);
  const { status, headers, bytes } = rendered;
  if (rendered.refusal !== undefined) response.locals.refusal = rendered.refusal;
  setFields(response, headers);
  if (tagged && status === 200 && bytes !== undefined) {
    if (!response.hasHeader('ETag')) response.setHeader('ETag', entityTag(bytes));
    if (matchesNone(request.headers['if-none-match'], String(response.getHeader('ETag')))) {
      response.removeHeader('Content-Type');
      return finish(response, 304, undefined);
    }
  }
  finish(response, status, bytes);
}

export function setFields(response: ServerResponse, fields: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(fields)) {
    const before = LISTED.has(name) ? response.getHeader(name) : undefined;
    response.setHeader(name, before === undefined ? value : joined(String(before), value));
  }
}

/** Joins the entries of two lists; of entries about the same thing, the last one stays. */
function joined(...lists: readonly string[]): string {
  const entries = lists.flatMap((list) => list.split(', ')).map((entry) => [entry.split(';', 1)[0], entry] as const);
  return [...new Map(entries).values()].join(', ');
}

function finish(response: ServerResponse, status: number, bytes: Uint8Array | undefined): void {
  response.statusCode = status;
  if (bytes !== undefined) response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}

/** JSON that is constant during the life of the process: its bytes and its entity tag are made once. */
export function constantJson(value: unknown): Answer {
  const bytes = Buffer.from(JSON.stringify(value), 'utf8');
  return exactJson(bytes, { ETag: entityTag(bytes) });
}
