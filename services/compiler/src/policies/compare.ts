import { NO_FILES } from '@kirchhoff/coherence';
import { invalidProgram, type ResolvePins, withPins } from '@kirchhoff/engine-host';
import {
  exactJson,
  FILES,
  filesOf,
  invalidRequest,
  jsonResponse,
  type Problem,
  parseIdentifier,
  problem,
  type Route,
  route,
} from '@kirchhoff/platform';
import type { CompilerEngine } from '../engine/engine.js';
import type { ComparedPolicyWork } from '../engine/work.js';
import { EXAMPLE_POLICY } from '../example-programs.js';
import type { ComputeLimits } from '../limits.js';
import { noSuchPolicy, withdrawnPolicy } from './service.js';
import { noSuchVersion } from './version-service.js';
import type { PolicyVersionRepository, StoredPolicyVersion } from './versions.js';
import { metered } from './write-requests.js';

const VERSION = { type: 'integer', minimum: 1, maximum: 2_147_483_647 } as const;
const ANSWER = { type: 'string', enum: ['yes', 'no', 'unknown'] } as const;
const VERDICT = { type: 'string', enum: ['ALLOW', 'REVIEW', 'DENY'] } as const;

const CHANGE = {
  title: 'VerdictChange',
  description: 'Whether there is an action with these two verdicts.',
  type: 'object',
  additionalProperties: false,
  required: ['old', 'new', 'answer'],
  properties: {
    old: { ...VERDICT, description: 'The verdict of the old version.' },
    new: { ...VERDICT, description: 'The verdict of the new version.' },
    answer: {
      ...ANSWER,
      description: '`yes`: such an action was found. `no`: it is proven that there is none. Everything else is `unknown`.',
    },
    params: { type: 'object', description: 'Present with `yes`: the params of such an action. Both versions have decided about it.' },
  },
} as const;

const COMPARISON_SCHEMA = {
  title: 'PolicyComparison',
  type: 'object',
  additionalProperties: false,
  required: ['equivalent', 'at_most_as_permissive', 'newly_allowed', 'categories'],
  properties: {
    equivalent: { ...ANSWER, description: 'Both versions give every action the same verdict.' },
    at_most_as_permissive: {
      ...ANSWER,
      description: 'The new version allows only what the old one allows, and reviews only what the old one allows or reviews.',
    },
    newly_allowed: { ...ANSWER, description: 'The new version allows an action that the old one does not allow.' },
    categories: {
      type: 'array',
      description: 'The categories of both versions, those of the old one first.',
      items: {
        title: 'CategoryComparison',
        description: 'The changes of verdict in one category.',
        type: 'object',
        additionalProperties: false,
        required: ['category', 'changes'],
        properties: {
          category: { type: 'string', description: 'The category of the actions.' },
          changes: { type: 'array', items: CHANGE, description: 'One for each pair of different verdicts.' },
        },
      },
    },
  },
} as const;

export interface ComparePoliciesDeps {
  readonly engine: CompilerEngine;
  readonly resolve: ResolvePins;
  readonly versions: PolicyVersionRepository;
}

/** POST /v1/policies/:policy_id/compare. */
export function comparePolicyRoutes({ engine, resolve, versions }: ComparePoliciesDeps, { rate, budget }: ComputeLimits): readonly Route[] {
  return [
    route({
      method: 'POST',
      path: '/v1/policies/:policy_id/compare',
      summary: 'Compares two versions of a policy, or a version and a source: which verdicts change, each with an action or a proof',
      auth: 'required',
      scope: 'compile',
      rate,
      refusal: (share) => engine.refusal(share),
      body: {
        type: 'object',
        additionalProperties: false,
        properties: {
          source: { type: 'string', description: 'The new version; or `version` instead.' },
          files: FILES,
          version: { ...VERSION, description: 'The number of the new version; or `source` instead.' },
          old_version: { ...VERSION, description: 'The number of the old version. Default: the current one.' },
        },
      },
      example: { source: EXAMPLE_POLICY },
      responses: { 200: jsonResponse('The comparison.', COMPARISON_SCHEMA) },
      problems: ['not-found', 'withdrawn', 'invalid-program', 'busy', 'guard-exceeded', 'internal'],
      handler: async (request) => {
        const { source, files, version, old_version: oldVersion } = request.body;
        if ((source === undefined) === (version === undefined))
          return invalidRequest([{ pointer: '', message: 'must have exactly one of source and version' }]);
        if (files !== undefined && source === undefined) return invalidRequest([{ pointer: '/files', message: 'requires a source' }]);
        const { accountId } = request.caller;
        const policyId = parseIdentifier('policy', request.params.policy_id);
        if (policyId === undefined) return noSuchPolicy();
        const old = await findVersion(versions, { policyId, version: oldVersion, accountId });
        if ('kind' in old) return old;
        const young = source === undefined ? await findVersion(versions, { policyId, version, accountId }) : givenSource(source, files);
        if ('kind' in young) return young;
        const compared = await metered(request, budget, async (asker) => {
          const { outcome } = await withPins(
            async (pins) => engine.comparePolicies({ old, new: young, pins }, asker),
            async (pins) => resolve(pins, accountId),
          );
          return outcome;
        });
        switch (compared.kind) {
          case 'answer':
            return exactJson(compared.json);
          case 'side':
            return compared.side === 'new' && source !== undefined
              ? invalidProgram(compared.refused)
              : problem('internal', 'This engine cannot read a version that an earlier engine accepted.');
          case 'problem':
            return compared;
        }
      },
    }),
  ];
}

function givenSource(source: string, files: Readonly<Record<string, string>> | undefined): ComparedPolicyWork {
  return { source, files: filesOf(files), pins: undefined, certificate: undefined };
}

/** A version of a policy as an account may see it; `undefined` is the current version. */
interface WantedVersion {
  readonly policyId: string;
  readonly version: number | undefined;
  readonly accountId: string;
}

async function findVersion(
  versions: PolicyVersionRepository,
  { policyId, version, accountId }: WantedVersion,
): Promise<ComparedPolicyWork | Problem> {
  const found = await versions.stored(policyId, version, accountId);
  if (found === undefined) return version === undefined ? noSuchPolicy() : noSuchVersion();
  return found.withdrawn ? withdrawnPolicy() : storedWork(found);
}

function storedWork({ source, pinned, certificate }: StoredPolicyVersion): ComparedPolicyWork {
  return { source, files: NO_FILES, pins: { pinned, refused: new Map() }, certificate };
}
