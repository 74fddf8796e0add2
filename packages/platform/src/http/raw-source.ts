import { type FieldError, invalidRequest, type Problem } from '../problems/problem.js';
import { parseQuery } from './query.js';
import type { ObjectSchema, Route } from './route.js';
import { validator } from './validation.js';

export type RawShaped = { readonly kind: 'shaped'; readonly query: unknown; readonly body: unknown; readonly bytes: number } | Problem;

/** A byte order mark stays in the text, as in the source of a JSON body. */
const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Returns the check of a source that is sent as plain text. The handler gets the body of the equivalent JSON request. A query
 * parameter that the route's query does not name is a member of that body.
 *
 * @returns `undefined` for a route that takes only JSON
 */
export function rawSourceCheck(route: Route): ((bytes: Uint8Array, queryText: string) => RawShaped) | undefined {
  const { body, rawSource } = route;
  if (rawSource !== true) return undefined;
  if (body === undefined) throw new Error(`${route.path} takes a source, but no body`);
  const query: ObjectSchema = route.query ?? { type: 'object', additionalProperties: false, properties: {} };
  const checkQuery = validator(query, 'query');
  const checkBody = validator(body, '');
  const both: ObjectSchema = { type: 'object', additionalProperties: false, properties: { ...body.properties, ...query.properties } };
  return (bytes, queryText) => {
    const source = decode(bytes);
    if (source === undefined) return invalidRequest([{ pointer: '', message: 'must be UTF-8' }]);
    const parsed = parseQuery(queryText, both);
    if (parsed.kind === 'invalid') return invalidRequest(parsed.errors);
    const given = Object.entries(parsed.values);
    const ofQuery = Object.fromEntries(given.filter(([name]) => Object.hasOwn(query.properties, name)));
    const ofBody = Object.fromEntries(given.filter(([name]) => !Object.hasOwn(query.properties, name)));
    if (Object.hasOwn(ofBody, 'source')) return invalidRequest([{ pointer: 'query/source', message: 'is the body of this request' }]);
    const [checkedQuery, checkedBody] = [checkQuery(ofQuery, given.length), checkBody({ ...ofBody, source }, given.length + 1)];
    if (checkedQuery.kind === 'valid' && checkedBody.kind === 'valid') {
      return { kind: 'shaped', query: checkedQuery.value, body: checkedBody.value, bytes: bytes.length };
    }
    const errors = [
      ...(checkedQuery.kind === 'invalid' ? checkedQuery.errors : []),
      ...(checkedBody.kind === 'invalid' ? checkedBody.errors.map(inQuery) : []),
    ];
    return invalidRequest(errors);
  };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return DECODER.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Converts the place of an error to the sent request: the source is the body, and every other member is a parameter. */
function inQuery({ pointer, message }: FieldError): FieldError {
  return { pointer: /^\/source(?:\/|$)/.test(pointer) ? '' : `query${pointer}`, message };
}
