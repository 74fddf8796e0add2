import type { ServerResponse } from 'node:http';
import type { Handler } from './request.js';

const EXPOSED = 'ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, traceparent';
const PREFLIGHT_SECONDS = 86_400;

/**
 * Lets pages of any origin read a public GET, without credentials: cookies are never used, and a page must not contain a key, so
 * Authorization is not among the allowed fields.
 */
export const allowCrossOrigin: Handler = (_request, response, next) => {
  setCrossOrigin(response);
  next();
};

/** Takes back what `allowCrossOrigin` allowed: an answer for a person's session is for pages of this origin alone. */
export function refuseCrossOrigin(response: ServerResponse): void {
  response.removeHeader('Access-Control-Allow-Origin');
  response.removeHeader('Access-Control-Expose-Headers');
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
}

function setCrossOrigin(response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', EXPOSED);
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
}

/**
 * Answers OPTIONS.
 * @param allowed the methods of the path
 * @param open true if it has a GET that needs no key
 */
export function answerOptions(allowed: string, open: boolean): Handler {
  return (_request, response) => {
    if (open) {
      setCrossOrigin(response);
      response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD');
      response.setHeader('Access-Control-Allow-Headers', 'Accept, If-None-Match, X-Request-Id, traceparent');
      response.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS);
    }
    response.setHeader('Allow', `${allowed}, OPTIONS`);
    response.statusCode = 204;
    response.end();
  };
}
