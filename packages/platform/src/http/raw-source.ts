import { type FieldError, invalidRequest, type Problem } from '../problems/problem.js';
import { parseQuery } from './query.js';
import type { ObjectSchema, Route } from './route.js';
import { validator } from './validation.js';

export type RawShaped = { readonly kind: 'shaped'; readonly query: unknown; readonly body: unknown; readonly octets: number } | Problem;

/** A byte order mark is left in the text, as in the source of a JSON body. */
const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Returns the check of a source that is sent as it stands in its file: the handler gets the body that a JSON request would have. A
 * query parameter belongs to the query of the route if that names it, and is a member of the body otherwise.
 *
 * @returns `undefined` for a route that takes only JSON
 */
export function rawSourceCheck(route: Route): ((octets: Uint8Array, queryText: string) => RawShaped) | undefined {
  const { body, rawSource } = route;
  if (rawSource !== true) return undefined;
  if (body === undefined) throw new Error(`${route.path} takes a source, but no body`);
  const query: ObjectSchema = route.query ?? { type: 'object', additionalProperties: false, properties: {} };
  const checkQuery = validator(query, 'query');
  const checkBody = validator(body, '');
  const both: ObjectSchema = { type: 'object', additionalProperties: false, properties: { ...body.properties, ...query.properties } };
  return (octets, queryText) => {
    const source = decode(octets);
    if (source === undefined) return invalidRequest([{ pointer: '', message: 'must be UTF-8' }]);
    const parsed = parseQuery(queryText, both);
    if (parsed.kind === 'invalid') return invalidRequest(parsed.errors);
    const given = Object.entries(parsed.values);
    const ofQuery = Object.fromEntries(given.filter(([name]) => Object.hasOwn(query.properties, name)));
    const ofBody = Object.fromEntries(given.filter(([name]) => !Object.hasOwn(query.properties, name)));
    if (Object.hasOwn(ofBody, 'source')) return invalidRequest([{ pointer: 'query/source', message: 'is the body of this request' }]);
    const [checkedQuery, checkedBody] = [checkQuery(ofQuery, given.length), checkBody({ ...ofBody, source }, given.length + 1)];
    if (checkedQuery.kind === 'valid' && checkedBody.kind === 'valid') {
      return { kind: 'shaped', query: checkedQuery.value, body: checkedBody.value, octets: octets.length };
    }
    const errors = [
      ...(checkedQuery.kind === 'invalid' ? checkedQuery.errors : []),
      ...(checkedBody.kind === 'invalid' ? checkedBody.errors.map(inQuery) : []),
    ];
    return invalidRequest(errors);
  };
}

function decode(octets: Uint8Array): string | undefined {
  try {
    return DECODER.decode(octets);
  } catch {
    return undefined;
  }
}

/** The place of an error in the request as it was sent: the source is the body, every other member a parameter. */
function inQuery({ pointer, message }: FieldError): FieldError {
  return { pointer: /^\/source(?:\/|$)/.test(pointer) ? '' : `query${pointer}`, message };
}
