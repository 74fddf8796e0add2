import { exactJson, invalidRequest, type JsonBounds, jsonResponse, ok, parseIdentifier, type Route, route } from '@kirchhoff/platform';
import type { PolicyChecks } from '../check/service.js';
import { reachedAddress } from '../home/routes.js';
import { VALUE_BOUNDS } from '../limits.js';
import { noSuchPolicy } from '../policies/service.js';
import { ACCESS_DECISION_SCHEMA, ACCESS_DECISIONS_SCHEMA, EVALUATION_SCHEMA, EVALUATIONS_SCHEMA, METADATA_SCHEMA } from './schema.js';
import type { AccessEvaluations } from './service.js';

export interface AccessRoutesDeps {
  readonly access: AccessEvaluations;
  readonly checks: Pick<PolicyChecks, 'refusal'>;
  /** Milliseconds for which a verified key is still accepted while Postgres is out. */
  readonly graceMilliseconds: number;
  /** The address of this service, without a slash at its end. Default: the Host field of the request. */
  readonly here: string | undefined;
}

/** Names of members become names of params, so the limit is lower than for the values of a check. */
const BOUNDS: JsonBounds = { ...VALUE_BOUNDS, members: 1_000 };

/**
 * POST /v1/policies/:policy_id/access/v1/evaluation and …/evaluations, and the metadata of both: OpenID AuthZEN Authorization API 1.0
 * with each policy as a decision point.
 */
export function accessRoutes({ access, checks, graceMilliseconds, here }: AccessRoutesDeps): readonly Route[] {
  const shared = {
    method: 'POST',
    auth: 'required',
    scope: 'policy:check',
    authGraceMilliseconds: graceMilliseconds,
    bodyBounds: BOUNDS,
    foreignProtocol: true,
    problems: ['not-found', 'withdrawn', 'busy', 'guard-exceeded'],
  } as const;
  return [
    route({
      ...shared,
      path: '/v1/policies/:policy_id/access/v1/evaluation',
      summary: 'Decides about an evaluation of AuthZEN by a policy',
      body: EVALUATION_SCHEMA,
      example: {
        subject: { type: 'user', id: 'alice' },
        action: { name: 'pay.refund', properties: { cents: 4_200 } },
        resource: { type: 'order', id: '17' },
      },
      responses: { 200: jsonResponse('The decision.', ACCESS_DECISION_SCHEMA) },
      handler: async ({ params: { policy_id: policyId }, body, caller, signal, share }) => {
        const answer = await access.evaluate({ policyId, caller, share, signal }, body);
        return 'kind' in answer ? answer : ok(answer);
      },
    }),
    route({
      ...shared,
      refusal: (share) => checks.refusal(share),
      path: '/v1/policies/:policy_id/access/v1/evaluations',
      summary: 'Decides about several evaluations of AuthZEN, in order, all by one version of a policy',
      body: EVALUATIONS_SCHEMA,
      example: {
        subject: { type: 'user', id: 'alice' },
        resource: { type: 'order', id: '17' },
        evaluations: [
          { action: { name: 'pay.refund', properties: { cents: 4_200 } } },
          { action: { name: 'pay.refund', properties: { cents: 9_000 } } },
        ],
        options: { evaluations_semantic: 'deny_on_first_deny' },
      },
      responses: { 200: jsonResponse('The decisions; of a body without evaluations, the one decision.', ACCESS_DECISIONS_SCHEMA) },
      handler: async ({ params: { policy_id: policyId }, body, caller, signal, share, bytes }) => {
        const request = { policyId, caller, share, signal };
        if (body.evaluations === undefined || body.evaluations.length === 0) {
          const answer = await access.evaluate(request, body);
          return 'kind' in answer ? answer : ok(answer);
        }
        const answer = await access.evaluateAll(request, body, bytes);
        return 'kind' in answer ? answer : exactJson(answer);
      },
    }),
    metadataRoute(here),
  ];
}

/** The answer describes the requests and does not reveal if the policy exists: it is the same for every id. */
function metadataRoute(here: string | undefined): Route {
  return route({
    method: 'GET',
    path: '/.well-known/authzen-configuration/v1/policies/:policy_id',
    summary: 'The addresses at which a policy answers evaluations of AuthZEN',
    auth: 'none',
    lenientQuery: true,
    entityTag: true,
    foreignProtocol: true,
    responses: { 200: jsonResponse('The metadata; the same whether or not there is such a policy.', METADATA_SCHEMA) },
    problems: ['not-found'],
    handler: ({ params, header }) => {
      const policyId = parseIdentifier('policy', params.policy_id);
      if (policyId === undefined) return noSuchPolicy();
      const reached = reachedAddress(here, header('host'));
      if (reached === '') return invalidRequest([{ pointer: 'header/host', message: 'must name this service' }]);
      const base = `${reached}/v1/policies/${policyId}`;
      return ok({
        policy_decision_point: base,
        access_evaluation_endpoint: `${base}/access/v1/evaluation`,
        access_evaluations_endpoint: `${base}/access/v1/evaluations`,
      });
    },
  });
}
