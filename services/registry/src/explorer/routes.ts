import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { assetFolder, playgroundPage } from '@kirchhoff/explorer';
import { Assets, documentResponse, problem, type Route, route } from '@kirchhoff/platform';
import { viewerOf } from './asking.js';
import { type CatalogPagesDeps, catalogPages } from './catalog-pages.js';
import { type CircuitPagesDeps, circuitPages } from './circuit-pages.js';
import { type ListPagesDeps, listPages } from './list-pages.js';
import { PAGE, page } from './page.js';

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.wasm', 'application/wasm'],
]);

/** The names of the files have a hash of their contents, so that a file never changes. */
const CACHING = 'public, max-age=31536000, immutable';

/** Scripts, styles and workers come from this service alone; pictures of graphs are in the page. The editor makes style elements. */
const PLAYGROUND_POLICY =
  "default-src 'none';script-src 'self';style-src 'self' 'unsafe-inline';img-src data:;worker-src 'self';connect-src 'self';base-uri 'none';form-action 'self';frame-ancestors 'none'";

/** The solver runs in threads with shared memory, which a browser gives to an isolated page alone. */
const ISOLATED = { 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Opener-Policy': 'same-origin' } as const;

/** The form that publishes has the origin of this page only if the page may say where it is. */
const PLAYGROUND_HEADERS = { 'Content-Security-Policy': PLAYGROUND_POLICY, 'Referrer-Policy': 'same-origin', ...ISOLATED } as const;

/** A worker has the policy of its own file: only those of the playground compile WebAssembly. */
const WORKER_HEADERS = {
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Content-Security-Policy': "default-src 'none';script-src 'self' 'wasm-unsafe-eval';worker-src 'self';connect-src 'self'",
} as const;

/** A worker that an isolated page starts has to be isolated too. This one compiles nothing: it asks the solver's worker. */
const PAGE_WORKER = /^page-worker-[\w-]+\.js$/;
const PAGE_WORKER_HEADERS = { 'Cross-Origin-Embedder-Policy': 'require-corp' } as const;

/** The engine, and the solver. */
const PLAYGROUND_WORKER = /^(?:worker|solver-worker)-[\w-]+\.js$/;

/** The pages of the explorer with their files; the home page has a folder of its own. */
export function explorerRoutes(deps: ListPagesDeps & CatalogPagesDeps & CircuitPagesDeps): readonly Route[] {
  return [...listPages(deps), ...circuitPages(deps), ...catalogPages(deps), playgroundRoute(deps), assetRoute()];
}

/** GET /playground. */
function playgroundRoute({ requests }: CircuitPagesDeps): Route {
  return route({
    ...PAGE,
    path: '/playground',
    summary: 'The playground: certify a program in the browser',
    auth: 'optional',
    rate: requests,
    responses: { 200: documentResponse('The page; it loads files from this service only, and sends no source.', 'text/html') },
    problems: [],
    handler: async (context) => {
      const { session } = viewerOf(context);
      return page(playgroundPage({ session }), PLAYGROUND_HEADERS);
    },
  });
}

/** GET /assets/:file. */
function assetRoute(): Route {
  const assets = new Assets(
    new Map(
      readdirSync(assetFolder).flatMap((name) => {
        const mediaType = MEDIA_TYPES.get(path.extname(name));
        const headers = PLAYGROUND_WORKER.test(name) ? WORKER_HEADERS : PAGE_WORKER.test(name) ? PAGE_WORKER_HEADERS : {};
        const read = async (): Promise<Uint8Array> => readFile(path.join(assetFolder, name));
        return mediaType === undefined ? [] : [[name, { mediaType, read, headers }] as const];
      }),
    ),
    CACHING,
  );
  return route({
    method: 'GET',
    auth: 'none',
    lenientQuery: true,
    entityTag: true,
    path: '/assets/:file',
    summary: 'The files of pages',
    params: { file: { type: 'string', maxLength: 100 } },
    headers: { 'Accept-Encoding': { description: '`gzip` for a smaller answer.', schema: { type: 'string' } } },
    responses: {
      200: {
        description: 'A script, a style sheet or WebAssembly, whose name has a hash of its contents.',
        content: {
          'text/javascript': { type: 'string' },
          'text/css': { type: 'string' },
          'application/wasm': { type: 'string', format: 'binary' },
        },
        headers: ['Vary'],
      },
    },
    problems: ['not-found'],
    handler: async ({ params, header }) =>
      (await assets.answer(params.file, header('accept-encoding'))) ?? problem('not-found', 'No such file. Load the page again.'),
  });
}
