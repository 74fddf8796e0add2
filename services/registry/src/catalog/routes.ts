import { FAMILIES } from '@kirchhoff/coherence';
import { jsonResponse, problem, type Route, route } from '@kirchhoff/platform';
import { CATALOG_SCHEMA, MONOMER_SCHEMA } from './schema.js';
import { listAnswer, monomerAnswer } from './service.js';

/** GET /v1/catalog and /v1/catalog/:mc_code. */
export function catalogRoutes(): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/catalog',
      summary: 'The 128 monomers, of one family or all, by full-text search on name and description',
      auth: 'none',
      entityTag: true,
      query: {
        type: 'object',
        additionalProperties: false,
        properties: { family: { type: 'string', enum: FAMILIES }, search: { type: 'string', maxLength: 200 } },
      },
      responses: { 200: jsonResponse('The monomers; for a search the best match first.', CATALOG_SCHEMA) },
      problems: [],
      handler: ({ query }) => listAnswer(query.family, query.search),
    }),
    route({
      method: 'GET',
      path: '/v1/catalog/:mc_code',
      summary: 'One monomer by its code',
      auth: 'none',
      entityTag: true,
      params: { mc_code: { type: 'string', pattern: '^MC_[0-9]{2,3}$' } },
      responses: { 200: jsonResponse('The monomer.', MONOMER_SCHEMA) },
      problems: ['not-found'],
      handler: ({ params }) => monomerAnswer(params.mc_code) ?? problem('not-found', 'The codes go from MC_00 to MC_127.'),
    }),
  ];
}
