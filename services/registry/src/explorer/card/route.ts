import { summaryOf } from '@kirchhoff/explorer';
import { document, documentResponse, type Route, route } from '@kirchhoff/platform';
import type { RegistryEngine } from '../../engine/engine.js';
import type { Rendering } from '../../representations/representations.js';
import { PICTURE_POLICY } from '../../svg/picture.js';
import { jsonOf, viewerOf } from '../asking.js';
import type { CircuitDetail, CircuitPagesDeps } from '../circuit-pages.js';
import { PAGE } from '../page.js';
import type { Card } from './card.js';

const PNG = 'image/png';

/** GET /circuits/:pid/card.png. */
export function cardPicture({ api, engine, representations, requests }: CircuitPagesDeps): Route {
  return route({
    ...PAGE,
    path: '/circuits/:pid/card.png',
    summary: 'The picture of a circuit for previews on other sites',
    auth: 'optional',
    rate: requests,
    responses: { 200: documentResponse('The picture, of 1200 by 630 pixels.', PNG) },
    problems: ['not-found', 'withdrawn', 'busy', 'guard-exceeded', 'internal', 'unavailable'],
    handler: async (context) => {
      const { params, header } = context;
      const viewer = viewerOf(context);
      const told = await jsonOf<CircuitDetail>(api.one, viewer, { params });
      if (told.kind === 'problem') return told;
      const asked = { ...viewer.subject, pid: params.pid, share: viewer.share, ifNoneMatch: header('if-none-match') };
      const found = await representations.find(asked, drawing(engine, cardOf(told.value)));
      if (found.kind === 'problem') return found;
      return document(PNG, found.kind === 'unchanged' ? '' : found.bytes, { 'Content-Security-Policy': PICTURE_POLICY, ETag: found.tag });
    },
  });
}

/** The name of a circuit changes without a new version, so that the entity tag has all that the picture says. */
function drawing(engine: RegistryEngine, card: Card): Rendering {
  return {
    name: `card ${JSON.stringify(card)}`,
    refuse: () => undefined,
    render: async (_, asker) => engine.card({ card }, asker),
  };
}

function cardOf(circuit: CircuitDetail): Card {
  const { name, owner, certified, phi_c: phi } = circuit;
  const said = { name, owner, summary: summaryOf(circuit) };
  if (certified) return { ...said, state: 'certified', verdict: 'proven: phi_c = 1.0' };
  if (phi === null) return { ...said, state: 'not certified', verdict: 'not certified yet' };
  return { ...said, state: 'open', verdict: `open: phi_c = ${phi}` };
}
