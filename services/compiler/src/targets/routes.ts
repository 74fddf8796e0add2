import { ok, type RateLimit, type Route, route } from '@kirchhoff/platform';
import { TARGETS } from '@kirchhoff/targets';

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
      handler: () => ok({ targets: TARGETS }),
    }),
  ];
}
