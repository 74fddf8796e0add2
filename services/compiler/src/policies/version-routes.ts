import {
  created,
  exactJson,
  FILES,
  filesOf,
  jsonResponse,
  ok,
  PAGING,
  PRECONDITIONS,
  pageAnswer,
  pagedSchema,
  parseIdentifier,
  type RateLimit,
  type Route,
  route,
  SOURCE,
  tooDeep,
} from '@kirchhoff/platform';
import { EXAMPLE_POLICY } from '../example-programs.js';
import type { ComputeLimits } from '../limits.js';
import { IGNORE_CASES } from './case-routes.js';
import { POLICY_GRAPH_SCHEMA, POLICY_SCHEMA, POLICY_VERSION_SCHEMA, POLICY_VERSION_SUMMARY_SCHEMA } from './schema.js';
import type { Policies } from './service.js';
import type { PolicyVersions } from './version-service.js';
import { precondition, reportedView, versionDetailView, versionView } from './view.js';
import { changing, metered, VERSION_PROBLEMS } from './write-requests.js';

const VERSIONS = '/v1/policies/:policy_id/versions';
/** The numbers of versions are 32-bit integers. */
const MAX_VERSION = 2_147_483_647;
const VERSION = { type: 'integer', minimum: 1, maximum: MAX_VERSION } as const;

const VERSION_PATTERN = /^[1-9][0-9]{0,9}$/;

/** Returns the version in a path; `undefined` if no version can have this number. */
function versionOf(text: string): number | undefined {
  return VERSION_PATTERN.test(text) && Number(text) <= MAX_VERSION ? Number(text) : undefined;
}

/** GET and POST /v1/policies/:policy_id/versions; GET …/versions/:version and …/graph; POST /v1/policies/:policy_id/activate. */
export function versionRoutes(policies: Policies, versions: PolicyVersions, requests: RateLimit, compute: ComputeLimits): readonly Route[] {
  return [
    ...readingRoutes(versions, requests),
    graphRoute(policies, versions, compute),
    candidateRoute(policies, versions, compute),
    activationRoute(policies, versions, compute),
  ];
}

function readingRoutes(versions: PolicyVersions, requests: RateLimit): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: VERSIONS,
      summary: 'Lists the versions of a policy, newest first; also of one that was withdrawn',
      auth: 'required',
      rate: requests,
      entityTag: true,
      query: { type: 'object', additionalProperties: false, properties: PAGING },
      responses: {
        200: jsonResponse('A page of the versions.', pagedSchema('PolicyVersionPage', 'versions', POLICY_VERSION_SUMMARY_SCHEMA), ['Link']),
      },
      problems: ['not-found'],
      handler: async ({ params, query, caller }) => {
        const deep = tooDeep(query);
        if (deep !== undefined) return deep;
        const found = await versions.list(parseIdentifier('policy', params.policy_id), caller.accountId, query);
        if (found.kind === 'problem') return found;
        const { items, counted } = found.page;
        return pageAnswer(`/v1/policies/${params.policy_id}/versions`, 'versions', { items: items.map(versionView), counted }, query, {});
      },
    }),
    route({
      method: 'GET',
      path: `${VERSIONS}/:version`,
      summary: 'One version of a policy with its source; also of one that was withdrawn',
      auth: 'required',
      rate: requests,
      entityTag: true,
      params: { version: { type: 'string', pattern: VERSION_PATTERN.source } },
      responses: { 200: jsonResponse('The version.', POLICY_VERSION_SCHEMA) },
      problems: ['not-found'],
      handler: async ({ params, caller }) => {
        const found = await versions.find(parseIdentifier('policy', params.policy_id), versionOf(params.version), caller.accountId);
        return found.kind === 'problem' ? found : ok(versionDetailView(found.version));
      },
    }),
  ];
}

function graphRoute(policies: Policies, versions: PolicyVersions, { rate, budget }: ComputeLimits): Route {
  return route({
    method: 'GET',
    path: `${VERSIONS}/:version/graph`,
    summary: 'The typed core of a version as nodes and edges with their proven domains',
    auth: 'required',
    rate,
    refusal: (share) => policies.refusal(share),
    entityTag: true,
    params: { version: { type: 'string', pattern: VERSION_PATTERN.source } },
    responses: { 200: jsonResponse('The graph.', POLICY_GRAPH_SCHEMA) },
    problems: ['not-found', 'program-too-long', 'busy', 'guard-exceeded', 'internal'],
    handler: async (request) => {
      const { params, caller } = request;
      const [policyId, version] = [parseIdentifier('policy', params.policy_id), versionOf(params.version)];
      const graph = await metered(request, budget, async (asker) => versions.graph(policyId, version, caller.accountId, asker));
      return graph.kind === 'problem' ? graph : exactJson(graph.json);
    },
  });
}

function candidateRoute(policies: Policies, versions: PolicyVersions, { rate, budget }: ComputeLimits): Route {
  return route({
    method: 'POST',
    path: VERSIONS,
    summary: 'Adds a version that decides nothing until it is activated; if a version has this source, the answer is that one',
    auth: 'required',
    scope: 'policy:write',
    rate,
    refusal: (share) => policies.refusal(share),
    headers: PRECONDITIONS,
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['source'],
      properties: { source: SOURCE, files: FILES, ignore_cases: IGNORE_CASES },
    },
    rawSource: true,
    example: { source: EXAMPLE_POLICY, ignore_cases: false },
    responses: {
      200: jsonResponse('The version that has this source already.', POLICY_VERSION_SCHEMA),
      201: jsonResponse('The new version.', POLICY_VERSION_SCHEMA, ['Location']),
    },
    problems: VERSION_PROBLEMS,
    handler: async (request) => {
      const { source, files, ignore_cases: ignoreCases } = request.body;
      const candidate = { source, files: filesOf(files), ignoreCases };
      const result = await changing(request, precondition, async (write) =>
        metered(request, budget, async (asker) => versions.addCandidate(write, candidate, asker)),
      );
      if (result.kind === 'problem') return result;
      const { version, added } = result;
      const view = versionDetailView(version);
      return added ? created(`/v1/policies/${version.policyId}/versions/${version.version}`, view) : ok(view);
    },
  });
}

function activationRoute(policies: Policies, versions: PolicyVersions, { rate, budget }: ComputeLimits): Route {
  return route({
    method: 'POST',
    path: '/v1/policies/:policy_id/activate',
    summary: 'Lets a version decide checks from now on: a candidate, or an earlier one to roll back',
    auth: 'required',
    scope: 'policy:write',
    rate,
    refusal: (share) => policies.refusal(share),
    headers: PRECONDITIONS,
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['version'],
      properties: { version: { ...VERSION, description: 'The version that is to decide checks.' }, ignore_cases: IGNORE_CASES },
    },
    example: { version: 1, ignore_cases: false },
    responses: { 200: jsonResponse('The policy with this version as its current one.', POLICY_SCHEMA) },
    problems: ['not-found', 'withdrawn', 'precondition-failed', 'cases-failed', 'busy', 'guard-exceeded', 'internal'],
    handler: async (request) => {
      const activation = { version: request.body.version, ignoreCases: request.body.ignore_cases };
      const result = await changing(request, precondition, async (write) =>
        metered(request, budget, async (asker) => versions.activate(write, activation, asker)),
      );
      return result.kind === 'problem' ? result : ok(reportedView(result.policy));
    },
  });
}
