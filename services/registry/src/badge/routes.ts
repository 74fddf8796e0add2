import { document, type Route, route } from '@kirchhoff/platform';
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
      handler: async ({ params, caller }) => {
        const state = await badges.find(params.pid, caller?.accountId);
        return document(SVG, badgeSvg(faceOf(state)), {}, state.kind === 'unknown' ? 404 : 200);
      },
    }),
  ];
}
