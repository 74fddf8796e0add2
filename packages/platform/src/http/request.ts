import type { NextFunction, Request, Response } from 'express';
import { holdsKey } from '../authentication/api-key.js';
import type { Caller } from '../authentication/caller.js';
import type { Randomness } from '../environment/randomness.js';
import type { ProblemCode } from '../problems/codes.js';
import type { HeldBytes } from './bytes-in-flight.js';

/** The part of `response.locals` that every request has. */
export interface Locals {
  requestId: string;
  readonly trace: TraceContext;
  /** The client's address (`TRUST_PROXY`). */
  readonly address: string;
  /** The caller of the verified key, even if its account or its scopes are refused. Default: `undefined`. */
  caller: Caller | undefined;
  /** The bytes that its body and its answer hold. Default: `undefined`, until the caller is known. */
  held?: HeldBytes;
  /** The code of the problem that was sent. Default: `undefined`. */
  refusal?: ProblemCode;
}

export type HttpRequest = Request<Readonly<Record<string, string>>, unknown, unknown, unknown, Locals>;
export type HttpResponse = Response<unknown, Locals>;
/** Middleware that runs after `observeRequest`. */
export type Handler = (request: HttpRequest, response: HttpResponse, next: NextFunction) => Promise<void> | void;

/** The path of a request as sent, without its query. */
export function sentPath({ originalUrl }: HttpRequest): string {
  const mark = originalUrl.indexOf('?');
  return mark === -1 ? originalUrl : originalUrl.slice(0, mark);
}

/** The part of a request's target after the question mark. Default: ''. */
export function queryText({ originalUrl }: HttpRequest): string {
  const mark = originalUrl.indexOf('?');
  return mark === -1 ? '' : originalUrl.slice(mark + 1);
}

/** Node joins fields of one name by commas, except a few that are lists. */
export function single(field: string | readonly string[] | undefined): string | undefined {
  return typeof field === 'string' ? field : field?.join(', ');
}

/** Letters, digits and a few marks that need no escape in logs, headers and pages. */
const SANE = /^[A-Za-z0-9._:-]{1,128}$/;

/** Returns the client's own X-Request-Id if it is valid and no API key, else a new one. It is sent back, logged and recorded. */
export function readRequestId(given: string | undefined, randomness: Randomness): string {
  if (given !== undefined && SANE.test(given) && !holdsKey(given)) return given;
  return Buffer.from(randomness.bytes(16)).toString('hex');
}

/** Any text that is valid in a header field, of a length that is acceptable in a log. */
const ECHOED = /^[\t\x20-\x7e\x80-\xff]{1,1024}$/;

/**
 * Returns the client's own X-Request-Id, also an unusual one, for a protocol that requires it in the answer; `undefined` if it
 * cannot be sent back.
 */
export function echoedRequestId(given: string | undefined): string | undefined {
  return given !== undefined && ECHOED.test(given) && !holdsKey(given) ? given : undefined;
}

/** The position of a request in a trace (W3C Trace Context). */
export interface TraceContext {
  /** 32 hexadecimal digits, the same for everything that one call causes. */
  readonly traceId: string;
  /** 16 hexadecimal digits: our part of it. */
  readonly spanId: string;
  /** The field for the jobs and webhooks that the request causes. */
  readonly traceparent: string;
}

/** Version, trace, parent, flags; versions after 00 may have more parts after another hyphen. */
const FIELD = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;
const TRACE_BYTES = 16;
const SPAN_BYTES = 8;

/**
 * Returns our position in the trace of a `traceparent`; in a new trace if the field is missing or invalid (W3C Trace Context, 3.2).
 * Of the flags only `sampled` is passed on, as version 00 requires.
 */
export function traceContext(given: string | undefined, randomness: Randomness): TraceContext {
  const parent = given === undefined ? undefined : parseTraceparent(given);
  const traceId = parent?.traceId ?? hexadecimal(randomness, TRACE_BYTES);
  const spanId = hexadecimal(randomness, SPAN_BYTES);
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${parent?.isSampled === true ? '01' : '00'}` };
}

/** The fields of a `traceparent` that are used. */
export interface TraceParent {
  readonly traceId: string;
  readonly parentId: string;
  readonly isSampled: boolean;
}

/** Reads a `traceparent`; `undefined` if it is invalid. */
export function parseTraceparent(field: string): TraceParent | undefined {
  const [, version, traceId = '', parentId = '', flags = '', more] = FIELD.exec(field) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (isZero(traceId) || isZero(parentId)) return undefined;
  return { traceId, parentId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) !== 0 };
}

function isZero(digits: string): boolean {
  return /^0+$/.test(digits);
}

function hexadecimal(randomness: Randomness, bytes: number): string {
  return Buffer.from(randomness.bytes(bytes)).toString('hex');
}
