import {
  document,
  documentResponse,
  invalidRequest,
  type Outcome,
  type Problem,
  problem,
  type RateLimit,
  type Route,
  route,
} from '@kirchhoff/platform';
import { EMITTER_VERSION, TARGETS, type Target, targetNamed } from '@kirchhoff/targets';
import { VERSION_QUERY } from '../circuits/versions/service.js';
import type { RegistryEngine } from '../engine/engine.js';
import type { Rendering, Representations } from '../representations/representations.js';

const TARGET_NAMES: readonly string[] = TARGETS.flatMap(({ id, aliases }) => [id, ...aliases]);

export interface ArtifactRouteDeps {
  readonly representations: Representations;
  readonly engine: RegistryEngine;
}

/** GET …/artifacts/:target. */
export function artifactRoutes({ representations, engine }: ArtifactRouteDeps, requests: RateLimit): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/circuits/:pid/artifacts/:target',
      summary: 'A certified version as a program in a target language: one file without dependencies',
      auth: 'optional',
      rate: requests,
      entityTag: true,
      query: VERSION_QUERY,
      params: { target: { type: 'string', enum: TARGET_NAMES, description: 'The id of a target, or an alias.' } },
      responses: {
        200: {
          ...documentResponse('The file.', 'text/plain', ['Content-Disposition']),
          content: Object.fromEntries(TARGETS.map(({ media_type: mediaType }) => [mediaType, schemaOf(mediaType)])),
        },
      },
      problems: [
        'invalid-request',
        'not-found',
        'not-certified',
        'withdrawn',
        'program-too-long',
        'busy',
        'guard-exceeded',
        'internal',
        'unavailable',
      ],
      handler: async ({ params, query, subject, share, header }) => {
        const target = targetNamed(params.target);
        if (target === undefined) return unknownTarget();
        const asked = { ...subject, pid: params.pid, version: query.version, share, ifNoneMatch: header('if-none-match') };
        const found = await representations.find(asked, artifactIn(target, engine));
        return found.kind === 'problem' ? found : answer(found, target);
      },
    }),
  ];
}

function schemaOf(mediaType: string): { readonly type: 'string'; readonly format?: 'binary' } {
  return isText(mediaType) ? { type: 'string' } : { type: 'string', format: 'binary' };
}

function isText(mediaType: string): boolean {
  return mediaType.startsWith('text/');
}

function unknownTarget(): Outcome {
  return invalidRequest([{ pointer: 'path/target', message: `must be one of ${TARGET_NAMES.join(', ')}` }]);
}

function uncertified(): Problem {
  return problem('not-certified', 'This version is not certified: only certified versions have artifacts.');
}

/** Emission takes time in proportion to the program, so that it runs in the pool. */
function artifactIn(target: Target, engine: RegistryEngine): Rendering {
  return {
    name: `artifact ${target.id} ${EMITTER_VERSION}`,
    refuse: ({ certified }) => (certified ? undefined : uncertified()),
    render: async ({ source, pinned, hash, certificate }, asker) =>
      certificate === null ? uncertified() : engine.artifact({ source, pinned, hash, certificate, target: target.id }, asker),
  };
}

function answer(
  found: Exclude<Awaited<ReturnType<Representations['find']>>, { kind: 'problem' }>,
  { media_type: mediaType }: Target,
): Outcome {
  const charset = isText(mediaType) ? `${mediaType}; charset=utf-8` : mediaType;
  if (found.kind === 'unchanged') return document(charset, '', { ETag: found.tag });
  // A program's name is an identifier, so that the header needs no quoting.
  const headers = { ETag: found.tag, 'Content-Disposition': `inline; filename="${found.fileName}"` };
  return document(charset, found.bytes, headers);
}
