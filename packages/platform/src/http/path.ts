import { problem } from '../problems/problem.js';
import type { Handler } from './request.js';
import { send } from './send.js';

/** What RFC 3986 (2.3) calls unreserved, percent-encoded: the same address as without (6.2.2.2). */
const ENCODED_UNRESERVED = /%(?:2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/gi;

/** Refuses a path that is not percent-encoded UTF-8; decodes what need not be encoded, which the router takes literally. */
export const readPath: Handler = (request, response, next) => {
  if (request.path.includes('%')) {
    if (!isDecodable(request.path)) return send(request, response, problem('malformed-url', 'The path is not percent-encoded UTF-8.'));
    const query = request.url.slice(request.path.length);
    request.url = request.path.replaceAll(ENCODED_UNRESERVED, decodeURIComponent) + query;
  }
  next();
};

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}
