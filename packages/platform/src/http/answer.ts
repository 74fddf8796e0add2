import type { Problem } from '../problems/problem.js';

export type SuccessStatus = 200 | 201 | 202 | 204;

/** What goes into a body. `exact` JSON is sent octet for octet as it was stored. */
export type Content =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'bytes'; readonly mediaType: string; readonly bytes: Uint8Array };

/** What a handler returns when all is well. */
export interface Answer {
  readonly kind: 'answer';
  readonly status: SuccessStatus | 404 | 503;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Content;
}

/** What a handler returns. */
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

/** 201 with the address of what was made. */
export function created(location: string, value: unknown, headers: Headers = {}): Answer {
  return json(201, value, { Location: location, ...headers });
}

/** 202 with the address where the outcome will be found. */
export function accepted(location: string, value: unknown, headers: Headers = {}): Answer {
  return json(202, value, { Location: location, ...headers });
}

/** 204. */
export function noContent(headers: Headers = {}): Answer {
  return { kind: 'answer', status: 204, headers, body: { kind: 'none' } };
}

/** JSON that was made before and must leave octet for octet. */
export function exactJson(bytes: Uint8Array, headers: Headers = {}): Answer {
  return { kind: 'answer', status: 200, headers, body: { kind: 'bytes', mediaType: JSON_TYPE, bytes } };
}

/**
 * A page, picture or file.
 * @param status 404 and 503 are for answers whose form is not a problem's: the grey badge, a health body
 */
export function document(mediaType: string, content: string | Uint8Array, headers: Headers = {}, status: 200 | 404 | 503 = 200): Answer {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  return { kind: 'answer', status, headers, body: { kind: 'bytes', mediaType, bytes } };
}

export const JSON_TYPE = 'application/json; charset=utf-8';
export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';
