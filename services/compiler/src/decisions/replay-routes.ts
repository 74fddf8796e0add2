import {
  FILES,
  filesOf,
  invalidRequest,
  jsonResponse,
  ok,
  type Problem,
  parseIdentifier,
  type Route,
  readTime,
  route,
  SOURCE,
} from '@kirchhoff/platform';
import { EXAMPLE_POLICY } from '../example-programs.js';
import type { ComputeLimits } from '../limits.js';
import { noSuchPolicy } from '../policies/service.js';
import { CURSOR, parseCursor } from './cursor.js';
import type { ReplayBy, Replays } from './replay.js';
import { REPLAY_SCHEMA } from './schema.js';
import { replayView } from './view.js';

const MAX_DECISIONS = 5_000;

const TIME = { type: 'string', format: 'date-time' } as const;

/** POST /v1/policies/:policy_id/replay. */
export function replayRoutes(replays: Replays, { rate, budget }: ComputeLimits): readonly Route[] {
  return [
    route({
      method: 'POST',
      path: '/v1/policies/:policy_id/replay',
      summary: 'Decides logged actions again, by another version or a source: which verdicts would change',
      auth: 'required',
      scope: 'policy:write',
      rate,
      refusal: (share) => replays.refusal(share),
      body: {
        type: 'object',
        additionalProperties: false,
        properties: {
          version: {
            type: 'integer',
            minimum: 1,
            maximum: 2_147_483_647,
            description: 'The version that decides again; or `source` instead.',
          },
          source: { ...SOURCE, description: 'The policy that decides again; or `version` instead. It need not close.' },
          files: FILES,
          from: { ...TIME, description: 'The time of the first decision. Default: the begin of the log.' },
          to: { ...TIME, description: 'Only decisions before this time. Default: the end of the log.' },
          cursor: { ...CURSOR, description: 'The `next` of an earlier part: the decisions after it.' },
          limit: {
            type: 'integer',
            minimum: 1,
            maximum: MAX_DECISIONS,
            default: MAX_DECISIONS,
            description: 'The maximal number of decisions of this part.',
          },
        },
      },
      example: { source: EXAMPLE_POLICY, limit: 1_000 },
      responses: { 200: jsonResponse('What would change.', REPLAY_SCHEMA) },
      problems: ['not-found', 'withdrawn', 'invalid-program', 'busy', 'guard-exceeded'],
      handler: async ({ params, body, caller: { accountId }, subject, bytes, signal, share }) => {
        const by = decidedBy(body);
        if (by.kind === 'problem') return by;
        const [from, to] = [readTime(body.from, '/from'), readTime(body.to, '/to')];
        if (from.kind === 'problem') return from;
        if (to.kind === 'problem') return to;
        const policyId = parseIdentifier('policy', params.policy_id);
        if (policyId === undefined) return noSuchPolicy();
        const candidate = await replays.candidate(policyId, accountId, by);
        if (candidate.kind === 'problem') return candidate;
        const stretch = { from: from.time, to: to.time, after: parseCursor(body.cursor), most: body.limit };
        const replay = await budget.metered({ subject, bytes, signal }, async (meter) =>
          replays.replay(policyId, accountId, candidate, stretch, { share, signal, meter }),
        );
        return replay.kind === 'problem' ? replay : ok(replayView(replay));
      },
    }),
  ];
}

interface By {
  readonly version?: number | undefined;
  readonly source?: string | undefined;
  readonly files?: Readonly<Record<string, string>> | undefined;
}

function decidedBy({ version, source, files }: By): ReplayBy | Problem {
  if (files !== undefined && source === undefined) return invalidRequest([{ pointer: '/files', message: 'requires a source' }]);
  if (source !== undefined && version === undefined) return { kind: 'source', source, files: filesOf(files) };
  if (source === undefined && version !== undefined) return { kind: 'version', version };
  return invalidRequest([{ pointer: '', message: 'must have exactly one of source and version' }]);
}
