import type { NextFunction, Request, Response } from 'express';
import type { Caller } from '../authentication/caller.js';
import type { HeldOctets } from './octets-in-flight.js';
import type { TraceContext } from './trace-context.js';

/** The part of `response.locals` that every request has. */
export interface Locals {
  readonly requestId: string;
  readonly trace: TraceContext;
  /** The client's address (`TRUST_PROXY`). */
  readonly address: string;
  /** Whose key was verified, also where it is refused for its account or its scopes. Default: undefined. */
  caller: Caller | undefined;
  /** What its body and its answer hold. Default: undefined, until it is known whose request it is. */
  held?: HeldOctets;
}

export type HttpRequest = Request<Readonly<Record<string, string>>, unknown, unknown, unknown, Locals>;
export type HttpResponse = Response<unknown, Locals>;
/** Middleware behind `observeRequest`. */
export type Handler = (request: HttpRequest, response: HttpResponse, next: NextFunction) => Promise<void> | void;

/** Path of a request as it was sent, without its query. */
export function sentPath({ originalUrl }: HttpRequest): string {
  const mark = originalUrl.indexOf('?');
  return mark === -1 ? originalUrl : originalUrl.slice(0, mark);
}

/** The part of a request's target after the question mark. Default: ''. */
export function queryText({ originalUrl }: HttpRequest): string {
  const mark = originalUrl.indexOf('?');
  return mark === -1 ? '' : originalUrl.slice(mark + 1);
}

/** Node joins fields of one name by commas, but for a few that come as a list. */
export function single(field: string | readonly string[] | undefined): string | undefined {
  return typeof field === 'string' ? field : field?.join(', ');
}
