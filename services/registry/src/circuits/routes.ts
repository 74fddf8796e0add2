import {
  created,
  emptyResponse,
  exactJson,
  filesAlone,
  filesOf,
  jsonResponse,
  noContent,
  ok,
  originOf,
  PRECONDITIONS,
  parsePreconditions,
  type RateLimit,
  type Route,
  route,
} from '@kirchhoff/platform';
import type { Changes } from './change.js';
import type { CircuitDetail } from './circuit.js';
import type { Publications } from './publish.js';
import {
  CIRCUIT_DETAIL_SCHEMA,
  CIRCUIT_SCHEMA,
  DESCRIPTION_FIELD,
  EXAMPLE_SOURCE,
  FILES_FIELD,
  NAME_FIELD,
  SOURCE_FIELD,
  VISIBILITY_FIELD,
} from './schema.js';
import type { Circuits } from './service.js';
import { circuitView, precondition, representationOf } from './view.js';
import type { Withdrawals } from './withdraw.js';

export interface PublishOptions {
  /** The origin of badge URLs. */
  readonly publicUrl: string;
  readonly limits: { readonly publish: RateLimit };
}

/** POST /v1/circuits. */
export function publishRoute(publications: Publications, { publicUrl, limits }: PublishOptions): Route {
  return route({
    method: 'POST',
    path: '/v1/circuits',
    summary: 'Publishes a circuit: its source is parsed, type-checked, costed and hashed, but not yet certified',
    auth: 'required',
    scope: 'publish',
    rate: limits.publish,
    idempotency: 'answer',
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['name', 'source'],
      properties: {
        name: NAME_FIELD,
        source: SOURCE_FIELD,
        files: FILES_FIELD,
        description: { ...DESCRIPTION_FIELD, default: '' },
        visibility: { ...VISIBILITY_FIELD, default: 'public' },
      },
    },
    rawSource: true,
    example: { name: 'fee', source: EXAMPLE_SOURCE, description: 'A fee of 2.5 %', visibility: 'public' },
    responses: {
      201: jsonResponse('The new circuit.', CIRCUIT_SCHEMA, ['Location']),
      200: jsonResponse('The existing circuit of the same owner with the same name and source.', CIRCUIT_SCHEMA),
    },
    problems: ['conflict', 'storage-exceeded', 'invalid-program', 'busy', 'guard-exceeded'],
    handler: async ({ body, caller, requestId, traceparent, newIdentifier, share }) => {
      const pid = newIdentifier('circuit');
      const publication = { pid, origin: originOf(caller, requestId), share, traceparent, ...body, files: filesOf(body.files) };
      const published = await publications.publish(publication);
      if (published.kind === 'problem') return published;
      const view = circuitView(published.circuit, publicUrl);
      return published.kind === 'created' ? created(`/v1/circuits/${view.pid}`, view) : ok(view);
    },
  });
}

export interface OneCircuitOptions {
  readonly limits: { readonly requests: RateLimit };
}

/** GET /v1/circuits/:pid. */
export function oneCircuitRoute(circuits: Circuits, { limits }: OneCircuitOptions): Route {
  return route({
    method: 'GET',
    path: '/v1/circuits/:pid',
    summary: 'One circuit with its source, its ports and its versions',
    auth: 'optional',
    rate: limits.requests,
    entityTag: true,
    responses: { 200: jsonResponse('The circuit as it is now.', CIRCUIT_DETAIL_SCHEMA) },
    problems: ['not-found', 'withdrawn'],
    handler: async ({ params, caller }) => {
      const found = await circuits.find(params.pid, caller?.accountId);
      if (found.kind === 'problem') return found;
      const { bytes, entityTag } = found.representation;
      return exactJson(bytes, { ETag: entityTag });
    },
  });
}

export interface ChangeOptions {
  /** The origin of badge URLs. */
  readonly publicUrl: string;
  readonly limits: { readonly publish: RateLimit };
}

/** PUT /v1/circuits/:pid. */
export function changeRoute(changes: Changes, { publicUrl, limits }: ChangeOptions): Route {
  return route({
    method: 'PUT',
    path: '/v1/circuits/:pid',
    summary: 'Changes a circuit: a new source becomes its next version, which is not yet certified; omitted members stay unchanged',
    auth: 'required',
    scope: 'publish',
    rate: limits.publish,
    headers: PRECONDITIONS,
    body: {
      type: 'object',
      additionalProperties: false,
      properties: {
        source: SOURCE_FIELD,
        files: FILES_FIELD,
        name: NAME_FIELD,
        description: DESCRIPTION_FIELD,
        visibility: VISIBILITY_FIELD,
      },
    },
    example: { description: 'A fee of 2.5 %, rounded down' },
    responses: { 200: jsonResponse('The circuit as it is now.', CIRCUIT_DETAIL_SCHEMA, ['Content-Location', 'ETag']) },
    problems: [
      'not-found',
      'not-owner',
      'storage-exceeded',
      'conflict',
      'withdrawn',
      'precondition-failed',
      'invalid-program',
      'busy',
      'guard-exceeded',
    ],
    handler: async ({ params, body, caller, requestId, traceparent, share, header }) => {
      const asked = parsePreconditions(header);
      if (asked.kind === 'problem') return asked;
      const alone = filesAlone(body);
      if (alone !== undefined) return alone;
      const { pid } = params;
      const { files, ...change } = body;
      const condition = precondition(asked, publicUrl);
      const request = { pid, origin: originOf(caller, requestId), change, files: filesOf(files), precondition: condition };
      const changed = await changes.change(request, { traceparent, share });
      return changed.kind === 'problem' ? changed : answer(changed.detail, publicUrl);
    },
  });
}

/** Returns the bytes and the entity tag that GET has from now on; `Content-Location` says so (RFC 9110, 8.7). */
function answer(detail: CircuitDetail, publicUrl: string) {
  const { bytes, entityTag } = representationOf(detail, publicUrl);
  return exactJson(bytes, { 'Content-Location': `/v1/circuits/${detail.circuit.pid}`, ETag: entityTag });
}

export interface WithdrawOptions {
  /** The origin of badge URLs. */
  readonly publicUrl: string;
  readonly limits: { readonly publish: RateLimit };
}

/** DELETE /v1/circuits/:pid. */
export function withdrawRoute(withdrawals: Withdrawals, { publicUrl, limits }: WithdrawOptions): Route {
  return route({
    method: 'DELETE',
    path: '/v1/circuits/:pid',
    summary: 'Withdraws a circuit: it leaves the lists and answers 410; pinned versions stay readable by their hash',
    auth: 'required',
    scope: 'publish',
    rate: limits.publish,
    headers: PRECONDITIONS,
    responses: { 204: emptyResponse('It is withdrawn now, or was before.') },
    problems: ['not-found', 'not-owner', 'withdrawn', 'precondition-failed'],
    handler: async ({ params, caller, requestId, header }) => {
      const asked = parsePreconditions(header);
      if (asked.kind === 'problem') return asked;
      const condition = precondition(asked, publicUrl);
      const refused = await withdrawals.withdraw({ pid: params.pid, origin: originOf(caller, requestId), precondition: condition });
      return refused ?? noContent();
    },
  });
}
