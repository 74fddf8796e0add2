import { jsonResponse, ok, type RateLimit, type Route, route } from '@kirchhoff/platform';
import { TARGETS } from '@kirchhoff/targets';
import { TARGETS_SCHEMA } from './schema.js';

/** GET /v1/targets. */
export function targetRoutes(requests: RateLimit): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/targets',
      summary: 'The languages that circuits compile to',
      auth: 'none',
      rate: requests,
      entityTag: true,
      responses: { 200: jsonResponse('The targets.', TARGETS_SCHEMA) },
      problems: [],
      handler: () => ok({ targets: TARGETS }),
    }),
  ];
}
