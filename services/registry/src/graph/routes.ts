import { document, JSON_TYPE, type Outcome, preferredMediaType, type RateLimit, type Route, route } from '@kirchhoff/platform';
import { VERSION_QUERY } from '../circuits/versions/service.js';
import type { RegistryEngine } from '../engine/engine.js';
import type { Rendering, Representations } from '../representations/representations.js';
import { picture, SVG } from '../svg/picture.js';
import { GRAPH_SCHEMA } from './schema.js';

/** A browser that navigates accepts this media type; it gets the picture. */
const HTML = 'text/html';

export interface GraphRouteDeps {
  readonly representations: Representations;
  readonly engine: RegistryEngine;
}

/** GET …/graph, as JSON or as a picture. */
export function graphRoutes({ representations, engine }: GraphRouteDeps, requests: RateLimit): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/circuits/:pid/graph',
      summary:
        'The typed core of a version as nodes and edges with their proven domains; with Accept: image/svg+xml, or in a browser, as a picture',
      auth: 'optional',
      rate: requests,
      entityTag: true,
      query: VERSION_QUERY,
      headers: {
        Accept: {
          description:
            '`application/json` or `image/svg+xml`; a browser, which accepts `text/html`, gets the picture. Default: JSON, also for other media types, instead of a 406.',
          schema: { type: 'string' },
        },
      },
      responses: {
        200: {
          description:
            'The graph. In the picture open places of the last certification are red, with the values of a counterexample. It shows the content of as many regions as fit on a page, and the size of the others.',
          content: { 'application/json': GRAPH_SCHEMA, [SVG]: { type: 'string' } },
          headers: ['Vary'],
        },
      },
      problems: ['not-found', 'withdrawn', 'busy', 'guard-exceeded', 'internal', 'unavailable'],
      handler: async ({ params, query, subject, share, header }) => {
        const isPicture = preferredMediaType(header('accept'), ['application/json', SVG, HTML]) !== 'application/json';
        const asked = { ...subject, pid: params.pid, version: query.version, share, ifNoneMatch: header('if-none-match') };
        const found = await representations.find(asked, graphAs(isPicture ? 'svg' : 'json', engine));
        return found.kind === 'problem' ? found : answer(found, isPicture);
      },
    }),
  ];
}

function graphAs(form: 'json' | 'svg', engine: RegistryEngine): Rendering {
  return {
    name: `graph ${form}`,
    refuse: () => undefined,
    render: async ({ source, pinned, pid, version, certificate, openResult }, asker) => {
      const subject = { pid, version, certificate: certificate ?? undefined, openResult: openResult ?? undefined };
      return engine.graph({ source, pinned, form, subject }, asker);
    },
  };
}

function answer(found: Exclude<Awaited<ReturnType<Representations['find']>>, { kind: 'problem' }>, isPicture: boolean): Outcome {
  const bytes = found.kind === 'unchanged' ? '' : found.bytes;
  const tag = { ETag: found.tag };
  return isPicture ? picture(bytes, tag) : document(JSON_TYPE, bytes, { ...tag, Vary: 'Accept' });
}
