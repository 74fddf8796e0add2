import { type FieldError, problem } from '../problems/problem.js';
import type { Handler } from './request.js';
import { send } from './response.js';
import type { ObjectSchema } from './route.js';

export type ParsedQuery =
  | { readonly kind: 'query'; readonly values: Readonly<Record<string, unknown>> }
  | { readonly kind: 'invalid'; readonly errors: readonly FieldError[] };

const INTEGER = /^-?(?:0|[1-9][0-9]{0,14})$/;

/**
 * Parses a query string into values of the types that the schema names. A value that cannot be parsed stays text, so that the
 * schema's check reports what was expected. A repeated parameter is refused, because its meaning is ambiguous.
 */
export function parseQuery(text: string, schema: ObjectSchema): ParsedQuery {
  const values: Record<string, unknown> = {};
  const errors: FieldError[] = isUtf8(text) ? [] : [{ pointer: 'query', message: 'must be percent-encoded UTF-8' }];
  for (const [name, value] of new URLSearchParams(text)) {
    if (Object.hasOwn(values, name)) errors.push({ pointer: `query/${name}`, message: 'must be given once' });
    else if (value.includes('\u0000')) errors.push({ pointer: `query/${name}`, message: 'must not contain NUL' });
    Object.defineProperty(values, name, { value: typed(value, schema, name), enumerable: true, configurable: true, writable: true });
  }
  return errors.length === 0 ? { kind: 'query', values } : { kind: 'invalid', errors };
}

/**
 * Returns true if the percent-encoded bytes are UTF-8: the parser would replace them by a mark. A percent sign without two digits
 * stands for itself.
 */
function isUtf8(text: string): boolean {
  try {
    decodeURIComponent(text.replaceAll(/%(?![0-9A-Fa-f]{2})/g, '%25'));
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

/**
 * Reads only the parameters of the schema, without NUL, and of repeated ones the first: for routes that ignore unknown parameters.
 */
export function knownQuery(text: string, schema: ObjectSchema): string {
  const known = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (Object.hasOwn(schema.properties, name) && !known.has(name)) known.set(name, value.replaceAll('\u0000', ''));
  }
  return new URLSearchParams([...known]).toString();
}

function typed(value: string, schema: ObjectSchema, name: string): unknown {
  const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
  if (property?.type === 'integer' && INTEGER.test(value)) return Number(value);
  if (property?.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

/** Percent-encoded characters that are unreserved (RFC 3986, 2.3): the address is equal to the decoded one (6.2.2.2). */
const ENCODED_UNRESERVED = /%(?:2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/gi;

/**
 * Refuses a path that is not percent-encoded UTF-8. Decodes characters that were encoded without need, since the router compares
 * literally.
 */
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
