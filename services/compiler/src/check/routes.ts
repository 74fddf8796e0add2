import { exactJson, jsonResponse, ok, type Route, route } from '@kirchhoff/platform';
import { EXAMPLE_POLICY_ID } from '../example-programs.js';
import { VALUE_BOUNDS } from '../limits.js';
import { DECISION_SCHEMA, DECISIONS_SCHEMA } from './schema.js';
import type { PolicyChecks } from './service.js';

const MAX_ACTIONS = 1_000;

/** The envelope of an action. The policy decides about its content; an unknown category or param is a DENY. */
const ACTION = {
  type: 'object',
  additionalProperties: false,
  required: ['category', 'params'],
  properties: {
    category: { type: 'string', description: 'The name of an action that the policy declares.' },
    params: { type: 'object', description: 'By parameter of the action, in the JSON form of values.' },
  },
} as const;

/**
 * POST /v1/policy/check and /v1/policy/check/batch.
 * @param graceMilliseconds for which a verified key is still accepted while Postgres is out
 */
export function checkRoutes(checks: PolicyChecks, graceMilliseconds: number): readonly Route[] {
  const shared = {
    method: 'POST',
    auth: 'required',
    scope: 'policy:check',
    authGraceMilliseconds: graceMilliseconds,
    bodyBounds: VALUE_BOUNDS,
    problems: ['not-found', 'withdrawn', 'busy', 'guard-exceeded'],
  } as const;
  return [
    route({
      ...shared,
      path: '/v1/policy/check',
      summary: 'Decides about an action by a policy',
      body: {
        type: 'object',
        additionalProperties: false,
        required: ['policy_id', 'action'],
        properties: { policy_id: { type: 'string', description: 'The policy that decides.' }, action: ACTION },
      },
      example: { policy_id: EXAMPLE_POLICY_ID, action: { category: 'pay.refund', params: { cents: 4_200 } } },
      responses: { 200: jsonResponse('The decision.', DECISION_SCHEMA) },
      handler: async ({ body: { policy_id: policyId, action }, caller, signal, share }) => {
        const decided = await checks.check({ policyId, caller, share, kind: 'single', actions: [action], signal });
        return 'kind' in decided ? decided : ok(decided);
      },
    }),
    route({
      ...shared,
      refusal: (share) => checks.refusal(share),
      path: '/v1/policy/check/batch',
      summary: 'Decides about several actions, in order, all by one version of a policy',
      body: {
        type: 'object',
        additionalProperties: false,
        required: ['policy_id', 'actions'],
        properties: {
          policy_id: { type: 'string', description: 'The policy that decides.' },
          actions: { type: 'array', maxItems: MAX_ACTIONS, items: ACTION },
        },
      },
      example: {
        policy_id: EXAMPLE_POLICY_ID,
        actions: [
          { category: 'pay.refund', params: { cents: 4_200 } },
          { category: 'pay.refund', params: { cents: 9_000 } },
        ],
      },
      responses: { 200: jsonResponse('The decisions.', DECISIONS_SCHEMA) },
      handler: async ({ body: { policy_id: policyId, actions }, caller, signal, share }) => {
        const answer = await checks.checkAll({ policyId, caller, share, kind: 'batch', actions, signal });
        return 'kind' in answer ? answer : exactJson(answer);
      },
    }),
  ];
}
