import {
  exactJson,
  filesAlone,
  filesOf,
  jsonResponse,
  originOf,
  PRECONDITIONS,
  parsePreconditions,
  type RateLimit,
  type Route,
  route,
} from '@kirchhoff/platform';
import type { CircuitDetail } from '../circuit.js';
import { DESCRIPTION_FIELD, FILES_FIELD, NAME_FIELD, SOURCE_FIELD, VISIBILITY_FIELD } from '../fields.js';
import { precondition } from '../precondition.js';
import { representationOf } from '../representation.js';
import { CIRCUIT_DETAIL_SCHEMA } from '../schema.js';
import type { Changes } from './service.js';

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
    summary: 'Changes a circuit: another source makes its next version, which is not certified yet; what is not named stays',
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
  const { octets, entityTag } = representationOf(detail, publicUrl);
  return exactJson(octets, { 'Content-Location': `/v1/circuits/${detail.circuit.pid}`, ETag: entityTag });
}
