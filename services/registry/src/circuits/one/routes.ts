import { exactJson, jsonResponse, type RateLimit, type Route, route } from '@kirchhoff/platform';
import { CIRCUIT_DETAIL_SCHEMA } from '../schema.js';
import type { Circuits } from './service.js';

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
      const { octets, entityTag } = found.representation;
      return exactJson(octets, { ETag: entityTag });
    },
  });
}
