import type { RequestHandler } from 'express';

const EXPOSED = 'ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id';
const PREFLIGHT_SECONDS = 86_400;

/**
 * Lets pages of any origin read public GETs, without credentials: nothing a browser keeps (cookies) is ever used, and
 * no key belongs in a page, so Authorization is not among the allowed fields. Answers OPTIONS.
 * @param allowed the methods of this path, for `Allow`
 * @param open whether this path has a GET that needs no key
 */
export function allowCrossOrigin(allowed: string, open: boolean): RequestHandler {
  return (request, response, next) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (open && (reads || request.method === 'OPTIONS')) {
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Access-Control-Expose-Headers', EXPOSED);
      response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    }
    if (request.method !== 'OPTIONS') return next();
    if (open) {
      response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD');
      response.setHeader('Access-Control-Allow-Headers', 'If-None-Match, X-Request-Id');
      response.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS);
    }
    response.setHeader('Allow', `${allowed}, OPTIONS`);
    response.statusCode = 204;
    response.end();
  };
}
