import type { OpenApiDocument, Operation } from '../descriptions/document.js';
import { type BodyDeps, bodyOf } from './body.js';
import { headerFields } from './header-fields.js';
import { type KeyField, keyField } from './key-field.js';
import { pathText } from './path-text.js';
import { queryText, worst } from './query-text.js';
import type { Validity } from './world.js';

/** An operation by its name, as `GET /v1/circuits/{pid}`. */
export interface NamedOperation {
  readonly name: string;
  readonly method: string;
  readonly template: string;
  readonly operation: Operation;
}

/** A request as it will be sent, and what may become of it. */
export interface FuzzRequest {
  readonly name: string;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer | undefined;
  readonly chunked: boolean;
  /** The validity of the request, its key aside. */
  readonly validity: Validity;
  readonly key: KeyField['fate'];
  /** The operation, if the request names one. */
  readonly operation: Operation | undefined;
}

export function operationsOf({ paths }: OpenApiDocument): readonly NamedOperation[] {
  return Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const upper = method.toUpperCase();
      return { name: `${upper} ${template}`, method: upper, template, operation };
    }),
  );
}

/** Operations that create or change are called more often than those that read or delete: all others depend on them. */
const MAKING = 3;
const ODD_METHODS = ['PATCH', 'PUT', 'DELETE', 'POST', 'OPTIONS', 'TRACE', 'PROPFIND', 'GET'];

/** Returns a random request: for an operation, or close to one without naming any. */
export function requestOf(operations: readonly NamedOperation[], deps: BodyDeps): FuzzRequest {
  const { choices } = deps;
  const weighted = operations.flatMap((named) =>
    named.method === 'GET' || named.method === 'DELETE' ? [named] : Array.from({ length: MAKING }, () => named),
  );
  const request = requestTo(choices.pick(weighted), deps);
  return choices.chance(4) ? displaced(request, deps) : request;
}

function requestTo({ name, method, template, operation }: NamedOperation, deps: BodyDeps): FuzzRequest {
  const { choices, world } = deps;
  const path = pathText(template, operation, { ...deps, changes: method === 'DELETE' || method === 'PUT' });
  const query = queryText(operation, deps);
  const headers = headerFields(operation, path.text, deps);
  const body = bodyOf(name, operation, deps);
  const key = keyField(operation, { ...deps, endsItsKey: world.endsItsKey.includes(name), path: path.text });
  return {
    name,
    method: method === 'GET' && choices.chance(5) ? 'HEAD' : method,
    target: path.text + query.text,
    headers: [...key.values.map((value) => ['Authorization', value] as const), ...headers.fields, ...body.headers],
    body: body.bytes,
    chunked: body.chunked,
    validity: worst([path.validity, query.validity, headers.validity, body.validity]),
    key: key.fate,
    operation,
  };
}

/** The same with another method or another path. */
function displaced(request: FuzzRequest, { choices }: BodyDeps): FuzzRequest {
  const elsewhere = { ...request, name: 'elsewhere', operation: undefined, validity: 'open' } as const;
  if (choices.chance(50)) return { ...elsewhere, method: choices.pick(ODD_METHODS) };
  const { target } = request;
  return {
    ...elsewhere,
    target: choices.pick([
      `/${target}`,
      `${target}/`,
      target.toUpperCase(),
      `/v1/surprise`,
      `/v2${target}`,
      target.replace('/v1', ''),
      `${target}/%00`,
    ]),
  };
}
