import { JSON_BODY, SOURCE_BODY } from '../http/body.js';
import type { Schema } from '../http/response.js';
import type { Method, Route } from '../http/route.js';
import { BODY_BOUNDS, type JsonBounds } from '../http/strict-json.js';
import type { Components } from './components.js';
import type { MediaType, Operation, OperationMethod } from './document.js';
import { parametersOf } from './parameters.js';
import { responseObjects } from './response-objects.js';

/** The security scheme of our keys. */
export const KEY_SCHEME = 'key';

const MEBIBYTE = 1_048_576;

/** Converts a route to an operation of OpenAPI. */
export function operationOf(route: Route, components: Components): Operation {
  const { path, summary, scope, body, rawSource, example } = route;
  const description = descriptionOf(route);
  const parameters = parametersOf(route);
  return {
    operationId: operationId(route),
    tags: [tagOf(path)],
    summary,
    ...(description === '' ? {} : { description }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              [JSON_BODY]: bodyOf(body, example, components),
              ...(rawSource === true
                ? { [SOURCE_BODY]: { schema: { type: 'string', description: 'The source as it stands in its file.' } } }
                : {}),
            },
          },
        }),
    responses: responseObjects(route, components),
    security: securityOf(route),
    ...(scope === undefined ? {} : { 'x-scope': scope }),
  };
}

function bodyOf(body: Schema, example: unknown, components: Components): MediaType {
  return { schema: components.hoist(body), ...(example === undefined ? {} : { example }) };
}

/** `get` for a GET. */
export function operationMethod(method: Method): OperationMethod {
  switch (method) {
    case 'GET':
      return 'get';
    case 'POST':
      return 'post';
    case 'PUT':
      return 'put';
    case 'DELETE':
      return 'delete';
  }
}

/** Made from method and path alone, so that it is stable: `getCircuitsPidBadge`; of a page `getCircuitsPage`. */
function operationId({ method, path, problemPage }: Route): string {
  const parts = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '' && word !== 'v1');
  const words = problemPage === undefined || parts.length === 0 ? parts : [...parts, 'page'];
  return (
    operationMethod(method) + (words.length === 0 ? ['home'] : words).map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  );
}

/** Tags for paths outside of the service's main purpose; they come last. */
const ASIDE: Readonly<Record<string, string>> = {
  '': 'pages',
  docs: 'pages',
  'openapi.json': 'pages',
  problems: 'pages',
  health: 'health',
  livez: 'health',
  readyz: 'health',
};

/** Returns the first segment of a path after the version; pages and probes have one tag each. */
function tagOf(path: string): string {
  const [first = ''] = path.split('/').filter((segment) => segment !== '' && segment !== 'v1');
  return Object.hasOwn(ASIDE, first) ? (ASIDE[first] ?? first) : first;
}

/** Returns the tags of paths: in the order of the paths, then those of `ASIDE`. */
export function tagsOf(paths: readonly string[]): readonly string[] {
  const all = [...new Set(paths.map(tagOf))];
  const last = new Set(Object.values(ASIDE));
  return [...all.filter((tag) => !last.has(tag)), ...all.filter((tag) => last.has(tag))];
}

function descriptionOf({
  auth,
  scope,
  body,
  rawSource,
  bodyLimit = MEBIBYTE,
  bodyBounds = BODY_BOUNDS,
  lenientQuery,
  idempotency,
}: Route): string {
  return [
    auth === 'none' ? 'Needs no key.' : '',
    auth === 'optional' ? 'Needs no key; with a key the answer includes private resources.' : '',
    scope === undefined ? '' : `The key needs the scope \`${scope}\`.`,
    body === undefined ? '' : `A body has up to ${bodyLimit / MEBIBYTE} MiB, ${held(bodyBounds)}.`,
    rawSource === true
      ? `With \`Content-Type: ${SOURCE_BODY}\` the body is the source itself, and its other members are query parameters.`
      : '',
    body?.additionalProperties === true ? 'Members of the body that are not described are ignored.' : '',
    lenientQuery === true ? 'Query parameters that are not described are ignored.' : '',
    idempotency === 'secret' ? 'An answer with a secret is never stored: a repeat with the same Idempotency-Key is answered with 409.' : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function held({ members, elements, parts }: JsonBounds): string {
  return `${inWords(members)} members an object, ${inWords(elements)} elements an array and ${inWords(parts)} of both in all`;
}

function inWords(count: number): string {
  return count.toLocaleString('en');
}

function securityOf({ auth, scope }: Route): Operation['security'] {
  const key = { [KEY_SCHEME]: scope === undefined ? [] : [scope] };
  switch (auth) {
    case 'none':
      return [];
    case 'optional':
      return [{}, key];
    case 'required':
      return [key];
  }
}
