import { jsonResponse, PAGING, pageAnswer, pagedSchema, type RateLimit, type Route, route, tooDeep } from '@kirchhoff/platform';
import { VERSION_STATE_SCHEMA } from '../schema.js';
import { versionView } from '../view.js';
import type { Versions } from './service.js';

const VERSION_PAGE_SCHEMA = pagedSchema('VersionPage', 'versions', VERSION_STATE_SCHEMA);

/** GET /v1/circuits/:pid/versions. */
export function versionListRoute(versions: Versions, requests: RateLimit): Route {
  return route({
    method: 'GET',
    path: '/v1/circuits/:pid/versions',
    summary: 'The versions of a circuit, newest first',
    auth: 'optional',
    rate: requests,
    entityTag: true,
    query: {
      type: 'object',
      additionalProperties: false,
      properties: {
        ...PAGING,
        as_of: { type: 'integer', minimum: 1, description: 'The newest version that the first page had: newer ones are left out.' },
      },
    },
    responses: { 200: jsonResponse('One page of versions.', VERSION_PAGE_SCHEMA, ['Link']) },
    problems: ['not-found', 'withdrawn'],
    handler: async ({ params, query, caller }) => {
      const { as_of: asOf, ...request } = query;
      const refused = tooDeep(request);
      if (refused !== undefined) return refused;
      const found = await versions.page(params.pid, caller?.accountId, { ...request, asOf });
      if (found.kind === 'problem') return found;
      const page = { items: found.versions.map(versionView), counted: found.total };
      return pageAnswer(`/v1/circuits/${params.pid}/versions`, 'versions', page, request, { as_of: String(found.total) });
    },
  });
}
