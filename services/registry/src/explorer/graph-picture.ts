import { PART_PATTERN } from '@kirchhoff/pictures';
import { documentResponse, type Route, route } from '@kirchhoff/platform';
import { VERSION_QUERY } from '../circuits/versions/service.js';
import type { RegistryEngine } from '../engine/engine.js';
import type { Rendering } from '../representations/representations.js';
import { picture, SVG } from '../svg/picture.js';
import { answerOf, viewerOf } from './asking.js';
import type { CircuitPagesDeps } from './circuit-pages.js';
import { PAGE } from './page.js';

/** GET /circuits/:pid/graph.svg: the picture of the API, or that of a part which the page has opened. */
export function graphPicture({ api, engine, representations, requests }: CircuitPagesDeps): Route {
  return route({
    ...PAGE,
    path: '/circuits/:pid/graph.svg',
    summary: 'The graph of a version, or a part of it, as a picture',
    auth: 'optional',
    rate: requests,
    query: {
      type: 'object',
      additionalProperties: false,
      properties: {
        ...VERSION_QUERY.properties,
        part: { type: 'string', maxLength: 40, pattern: PART_PATTERN, description: 'The part to draw. Default: the whole graph.' },
      },
    },
    responses: { 200: documentResponse('The picture.', SVG, ['Vary']) },
    problems: ['not-found', 'withdrawn', 'invalid-request', 'busy', 'guard-exceeded', 'internal', 'unavailable'],
    handler: async (context) => {
      const { params, header } = context;
      const { version, part } = context.query;
      const viewer = viewerOf(context);
      const ifNoneMatch = header('if-none-match');
      if (part === undefined) return answerOf(api.graph, viewer, { params, query: { version }, accept: SVG, ifNoneMatch });
      const asked = { ...viewer.subject, pid: params.pid, version, share: viewer.share, ifNoneMatch };
      const found = await representations.find(asked, drawing(engine, part));
      if (found.kind === 'problem') return found;
      return picture(found.kind === 'unchanged' ? '' : found.bytes, { ETag: found.tag });
    },
  });
}

function drawing(engine: RegistryEngine, part: string): Rendering {
  return {
    name: `graph part ${part}`,
    refuse: () => undefined,
    render: async ({ source, pinned, pid, version, certificate, openResult }, asker) => {
      const subject = { pid, version, certificate: certificate ?? undefined, openResult: openResult ?? undefined };
      return engine.graphPart({ source, pinned, subject, part }, asker);
    },
  };
}
