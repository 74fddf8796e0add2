import { document, type Route, route } from '@kirchhoff/platform';
import type { Circuit } from '../circuits/circuit.js';
import { parsePid } from '../circuits/identifier.js';
import type { CircuitRepository } from '../circuits/repository.js';
import { type BadgeState, faceOf } from './badge.js';
import { badgeSvg } from './svg.js';

const SVG = 'image/svg+xml; charset=utf-8';

/** GET …/badge: always an image, so that a page that embeds it never shows a broken one. */
export function badgeRoutes(circuits: CircuitRepository): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/circuits/:pid/badge',
      summary: 'A badge with φ and the date of certification; that of a public circuit needs no key',
      auth: 'optional',
      lenientQuery: true,
      entityTag: true,
      handler: async ({ params, caller }) => {
        const pid = parsePid(params.pid);
        const circuit = pid === undefined ? undefined : await circuits.findVisible(pid, caller?.accountId);
        const image = badgeSvg(faceOf(stateOf(circuit)));
        return document(SVG, image, {}, circuit === undefined ? 404 : 200);
      },
    }),
  ];
}

function stateOf(circuit: Circuit | undefined): BadgeState {
  if (circuit === undefined) return { kind: 'unknown' };
  const { certified, certifiedAt, phiC } = circuit;
  if (phiC === null) return { kind: 'uncertified' };
  return certified && certifiedAt !== null ? { kind: 'certified', phiC, certifiedAt } : { kind: 'open', phiC };
}
