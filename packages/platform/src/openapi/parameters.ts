import type { Schema } from '../http/response.js';
import type { Route } from '../http/route.js';
import { IDEMPOTENCY_KEY_PATTERN } from '../idempotency/key.js';
import { IDENTIFIER_PREFIXES, type IdentifierKind } from '../identifiers/identifiers.js';
import type { Parameter } from './document.js';
import { parameterWords } from './vocabulary.js';

/** The type of the identifier that follows each segment of a path. */
const IDENTIFIED: Readonly<Record<string, IdentifierKind>> = {
  circuits: 'circuit',
  certifications: 'certification',
  verifications: 'verification',
  policies: 'policy',
  decisions: 'decision',
  keys: 'key',
  webhooks: 'webhook',
};
const TEXT: Schema = { type: 'string' };
const IDEMPOTENCY_KEY: Schema = { type: 'string', minLength: 1, maxLength: 255, pattern: IDEMPOTENCY_KEY_PATTERN };

/** Converts a path to OpenAPI's form, with its parameters in braces. */
export function pathTemplate(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

/** The parameters of a call: everything besides its body and its key. */
export function parametersOf(route: Route): readonly Parameter[] {
  return [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)];
}

function pathParameters({ path, params }: Route): readonly Parameter[] {
  const segments = path.split('/');
  return segments.flatMap((segment, index) => {
    if (!segment.startsWith(':')) return [];
    const name = segment.slice(1);
    const kind = IDENTIFIED[segments[index - 1] ?? ''];
    const schema = params?.[name] ?? (kind === undefined ? TEXT : identifierSchema(kind));
    return [{ name, in: 'path', required: true, ...words(name, schema), schema }] as const;
  });
}

/** The schema of an identifier. */
export function identifierSchema(kind: IdentifierKind): Schema {
  return { type: 'string', pattern: `^${IDENTIFIER_PREFIXES[kind]}[0-9A-Za-z]{22}$` };
}

function queryParameters({ query }: Route): readonly Parameter[] {
  if (query === undefined) return [];
  return Object.entries(query.properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: query.required?.includes(name) === true,
    ...words(name, schema),
    schema,
  }));
}

/** Documentation pages show the description of a parameter, not that of its schema. */
function words(name: string, { description = parameterWords(name) }: Schema): { readonly description?: string } {
  return description === undefined ? {} : { description };
}

function headerParameters({ entityTag, idempotency, headers = {} }: Route): readonly Parameter[] {
  const known: Record<string, { readonly description: string; readonly schema: Schema }> = {};
  if (entityTag === true)
    known['If-None-Match'] = { description: 'The `ETag` of an earlier answer: 304 if it is still current.', schema: TEXT };
  if (idempotency !== undefined) {
    known['Idempotency-Key'] = {
      description: 'Repeats with the same key and body within 24 hours return the first answer, and have no further effect.',
      schema: IDEMPOTENCY_KEY,
    };
  }
  return Object.entries({ ...known, ...headers }).map(([name, { description, schema }]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema,
  }));
}
