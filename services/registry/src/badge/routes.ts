import { document, documentResponse, type Route, route } from '@kirchhoff/platform';
import { faceOf } from './badge.js';
import type { Badges } from './service.js';
import { badgeSvg } from './svg.js';

const SVG = 'image/svg+xml; charset=utf-8';

/** GET …/badge: always an image, so that a page that embeds it never shows a broken one. */
export function badgeRoutes(badges: Badges): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/circuits/:pid/badge',
      summary: 'A badge with φ and the date of certification; that of a public circuit needs no key',
      auth: 'optional',
      lenientQuery: true,
      entityTag: true,
      responses: {
        200: documentResponse('The badge.', 'image/svg+xml'),
        404: documentResponse('A grey badge that says `unknown`: there is no such circuit that this caller may see.', 'image/svg+xml'),
      },
      problems: [],
      handler: async ({ params, caller }) => {
        const state = await badges.find(params.pid, caller?.accountId);
        return document(SVG, badgeSvg(faceOf(state)), {}, state.kind === 'unknown' ? 404 : 200);
      },
    }),
  ];
}
