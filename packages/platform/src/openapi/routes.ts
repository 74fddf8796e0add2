import { entityTag } from '../http/preconditions.js';
import { document, documentResponse, exactJson, jsonResponse } from '../http/response.js';
import { type Route, route } from '../http/route.js';
import { problem } from '../problems/problem.js';
import { problemRoutes } from '../problems/routes.js';
import { DOCS_ASSETS, DOCS_POLICY, docsHtml } from './docs-page.js';
import { type DescribedService, type OpenApiDocument, openApi } from './document.js';

/** The routes of a service and of its documentation, with the description of all of them. */
export interface Described {
  readonly routes: readonly Route[];
  readonly description: OpenApiDocument;
}

const SHARED = { method: 'GET', auth: 'none', lenientQuery: true, entityTag: true } as const;
const HTML = 'text/html; charset=utf-8';
/** Adds `/v1/openapi.json`, `/v1/docs` and `/problems` to the routes of a service. */
export function describeService(about: DescribedService, own: readonly Route[]): Described {
  const others = [...own, ...problemRoutes(), docsRoute(about), assetRoute()];
  // The route that serves the description is described too, from its declaration, which does not depend on its bytes.
  const described = others.filter(({ ofSession }) => ofSession !== true);
  const description = openApi(about, [...described, documentRoute(new Uint8Array())]);
  return { routes: [...others, documentRoute(Buffer.from(JSON.stringify(description), 'utf8'))], description };
}

function documentRoute(bytes: Uint8Array): Route {
  const answer = exactJson(bytes, { ETag: entityTag(bytes) });
  return route({
    ...SHARED,
    path: '/v1/openapi.json',
    summary: 'This description, in OpenAPI 3.1',
    responses: { 200: jsonResponse('The description.', { type: 'object', required: ['openapi', 'info', 'paths'] }) },
    problems: [],
    handler: () => answer,
  });
}

function docsRoute({ service }: DescribedService): Route {
  const html = docsHtml(`Kirchhoff ${service}: API`);
  return route({
    ...SHARED,
    path: '/v1/docs',
    summary: 'This description as a page',
    responses: { 200: documentResponse('The page; it loads files from this service only.', 'text/html') },
    problems: [],
    handler: () => document(HTML, html, { 'Content-Security-Policy': DOCS_POLICY }),
  });
}

function assetRoute(): Route {
  return route({
    ...SHARED,
    path: '/v1/docs/:file',
    summary: 'The files of the page',
    params: { file: { type: 'string', enum: DOCS_ASSETS.names } },
    headers: { 'Accept-Encoding': { description: '`gzip` for a smaller answer.', schema: { type: 'string' } } },
    responses: {
      200: {
        description: 'A script or a style sheet.',
        content: { 'text/javascript': { type: 'string' }, 'text/css': { type: 'string' } },
        headers: ['Vary'],
      },
    },
    problems: ['not-found'],
    handler: async ({ params, header }) => {
      return (await DOCS_ASSETS.answer(params.file, header('accept-encoding'))) ?? problem('not-found', 'No such asset.');
    },
  });
}
