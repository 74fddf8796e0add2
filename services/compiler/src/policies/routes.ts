import {
  created,
  emptyResponse,
  FILES,
  filesAlone,
  filesOf,
  jsonResponse,
  LABEL,
  NAME,
  noContent,
  ok,
  originOf,
  PAGING,
  PRECONDITIONS,
  pageAnswer,
  pagedSchema,
  parseIdentifier,
  type RateLimit,
  type Route,
  readListTime,
  route,
  SOURCE,
  tooDeep,
} from '@kirchhoff/platform';
import { EXAMPLE_POLICY } from '../example-programs.js';
import type { ComputeLimits } from '../limits.js';
import { IGNORE_CASES } from './case-routes.js';
import { POLICY_DETAIL_SCHEMA, POLICY_SCHEMA, POLICY_SUMMARY_SCHEMA } from './schema.js';
import type { Policies } from './service.js';
import { detailView, policyView, precondition, reportedView } from './view.js';
import { changing, metered, VERSION_PROBLEMS } from './write-requests.js';

const ONE = '/v1/policies/:policy_id';

const DESCRIPTION = { ...LABEL, maxLength: 2_000 } as const;

/** GET and POST /v1/policies; GET, PUT and DELETE /v1/policies/:policy_id. */
export function policyRoutes(policies: Policies, requests: RateLimit, compute: ComputeLimits): readonly Route[] {
  return [listRoute(policies, requests), createRoute(policies, compute), ...oneRoutes(policies, requests), changeRoute(policies, compute)];
}

function listRoute(policies: Policies, requests: RateLimit): Route {
  return route({
    method: 'GET',
    path: '/v1/policies',
    summary: "Lists the account's policies",
    auth: 'required',
    rate: requests,
    entityTag: true,
    query: { type: 'object', additionalProperties: false, properties: { ...PAGING, as_of: { type: 'string', format: 'date-time' } } },
    responses: { 200: jsonResponse('A page of the policies.', pagedSchema('PolicyPage', 'policies', POLICY_SUMMARY_SCHEMA), ['Link']) },
    problems: [],
    handler: async ({ query, caller }) => {
      const deep = tooDeep(query);
      if (deep !== undefined) return deep;
      const asOf = readListTime(query.as_of);
      if (asOf.kind === 'problem') return asOf;
      const { items, counted } = await policies.list(caller.accountId, asOf.time, query);
      const since = asOf.time ?? items[0]?.createdAt;
      return pageAnswer('/v1/policies', 'policies', { items: items.map(policyView), counted }, query, { as_of: since?.toISOString() });
    },
  });
}

function createRoute(policies: Policies, { rate, budget }: ComputeLimits): Route {
  return route({
    method: 'POST',
    path: '/v1/policies',
    summary: 'Creates a policy, whose source must close',
    auth: 'required',
    scope: 'policy:write',
    rate,
    refusal: (share) => policies.refusal(share),
    idempotency: 'answer',
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['name', 'source'],
      properties: { name: NAME, source: SOURCE, files: FILES, description: { ...DESCRIPTION, default: '' } },
    },
    rawSource: true,
    example: { name: 'refunds', source: EXAMPLE_POLICY, description: 'Who may be paid back' },
    responses: { 201: jsonResponse('The policy.', POLICY_SCHEMA, ['Location']) },
    problems: ['storage-exceeded', 'invalid-program', 'policy-open', 'busy', 'guard-exceeded'],
    handler: async (request) => {
      const { body, caller, requestId, newIdentifier } = request;
      const policy = { policyId: newIdentifier('policy'), origin: originOf(caller, requestId), ...body, files: filesOf(body.files) };
      const result = await metered(request, budget, async (asker) => policies.create(policy, asker));
      return result.kind === 'problem' ? result : created(`/v1/policies/${result.policy.policyId}`, reportedView(result.policy));
    },
  });
}

function oneRoutes(policies: Policies, requests: RateLimit): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: ONE,
      summary: 'One policy with its source',
      auth: 'required',
      rate: requests,
      entityTag: true,
      responses: { 200: jsonResponse('The policy as it is now.', POLICY_DETAIL_SCHEMA) },
      problems: ['not-found', 'withdrawn'],
      handler: async ({ params, caller }) => {
        const result = await policies.find(parseIdentifier('policy', params.policy_id), caller.accountId);
        return result.kind === 'problem' ? result : ok(detailView(result.policy));
      },
    }),
    route({
      method: 'DELETE',
      path: ONE,
      summary: 'Withdraws a policy: checks by it are then refused',
      auth: 'required',
      scope: 'policy:write',
      rate: requests,
      headers: PRECONDITIONS,
      responses: { 204: emptyResponse('It is withdrawn now, or was before.') },
      problems: ['not-found', 'precondition-failed'],
      handler: async (request) => changing(request, precondition, async (write) => (await policies.withdraw(write)) ?? noContent()),
    }),
  ];
}

function changeRoute(policies: Policies, { rate, budget }: ComputeLimits): Route {
  return route({
    method: 'PUT',
    path: ONE,
    summary: 'Changes a policy: another source becomes the next version',
    auth: 'required',
    scope: 'policy:write',
    rate,
    headers: PRECONDITIONS,
    body: {
      type: 'object',
      additionalProperties: false,
      properties: { name: NAME, source: SOURCE, files: FILES, description: DESCRIPTION, ignore_cases: IGNORE_CASES },
    },
    example: { description: 'Who may be paid back, and how much', ignore_cases: false },
    responses: { 200: jsonResponse('The changed policy.', POLICY_SCHEMA) },
    problems: VERSION_PROBLEMS,
    handler: async (request) => {
      const { name, description, source, files, ignore_cases: ignoreCases } = request.body;
      const alone = filesAlone({ source, files });
      if (alone !== undefined) return alone;
      const update = { name, description, source, files: filesOf(files), ignoreCases };
      const result = await changing(request, precondition, async (write) =>
        metered(request, budget, async (asker) => policies.update(write, update, asker)),
      );
      return result.kind === 'problem' ? result : ok(reportedView(result.policy));
    },
  });
}
