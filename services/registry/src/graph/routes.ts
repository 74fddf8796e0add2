import { document, JSON_TYPE, type Outcome, preferredMediaType, type RateLimit, type Route, route } from '@kirchhoff/platform';
import type { Engine } from '../engine/engine.js';
import type { Rendering, Renditions } from '../renditions/renditions.js';
import { GRAPH_SCHEMA } from './schema.js';

const SVG = 'image/svg+xml';

export interface GraphRouteParts {
  readonly renditions: Renditions;
  readonly engine: Engine;
}

/** GET …/graph: as JSON, or as a picture. */
export function graphRoutes({ renditions, engine }: GraphRouteParts, requests: RateLimit): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/circuits/:pid/graph',
      summary:
        'The typed core of the current version as nodes and edges with their proven domains; with `Accept: image/svg+xml` a picture of it',
      auth: 'optional',
      rate: requests,
      entityTag: true,
      headers: {
        Accept: {
          description:
            '`application/json` or `image/svg+xml`. JSON where nothing is said, and also where neither is taken: there is no 406.',
          schema: { type: 'string' },
        },
      },
      responses: {
        200: {
          description:
            'The graph. A picture shows the inside of as many regions as a page can hold, and of the others how much is in them.',
          content: { 'application/json': GRAPH_SCHEMA, [SVG]: { type: 'string' } },
          headers: ['Vary'],
        },
      },
      problems: ['not-found', 'withdrawn', 'busy', 'guard-exceeded', 'internal', 'unavailable'],
      handler: async ({ params, caller, address, header }) => {
        const picture = preferredMediaType(header('accept'), ['application/json', SVG]) === SVG;
        const asked = { pid: params.pid, accountId: caller?.accountId, address, ifNoneMatch: header('if-none-match') };
        const found = await renditions.find(asked, graphAs(picture ? 'svg' : 'json', engine));
        return found.kind === 'problem' ? found : answer(found, picture);
      },
    }),
  ];
}

function graphAs(form: 'json' | 'svg', engine: Engine): Rendering {
  return {
    name: `graph ${form}`,
    refuse: () => undefined,
    render: async ({ source, pinned, pid, version, certified, certificate }, spent) =>
      engine.graph({ source, pinned, form, subject: { pid, version, certified, certificate: certificate ?? undefined } }, spent),
  };
}

function answer(found: Exclude<Awaited<ReturnType<Renditions['find']>>, { kind: 'problem' }>, picture: boolean): Outcome {
  const octets = found.kind === 'unchanged' ? '' : found.octets;
  return document(picture ? `${SVG}; charset=utf-8` : JSON_TYPE, octets, { ETag: found.tag, Vary: 'Accept' });
}
