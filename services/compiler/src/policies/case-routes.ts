import { invalidRequest, jsonResponse, ok, PRECONDITIONS, parseIdentifier, type RateLimit, type Route, route } from '@kirchhoff/platform';
import type { ComputeLimits } from '../limits.js';
import { failureView } from './cases.js';
import { CASES_BODY, CASES_SCHEMA, TESTED_CASES_SCHEMA } from './schema.js';
import type { Policies } from './service.js';
import type { PolicyVersions } from './version-service.js';
import { casesPrecondition, casesView } from './view.js';
import { changing, metered } from './write-requests.js';

const CASES = '/v1/policies/:policy_id/cases';
/** Maximal bytes of all cases of a policy, as JSON. */
const MAX_BYTES = 262_144;

/** The member of a write that allows a version to fail the cases of its policy. */
export const IGNORE_CASES = {
  type: 'boolean',
  default: false,
  description: 'Write the version even if it fails cases beside the policy.',
} as const;

/** GET and PUT /v1/policies/:policy_id/cases. */
export function caseRoutes(
  policies: Policies,
  versions: PolicyVersions,
  requests: RateLimit,
  { rate, budget }: ComputeLimits,
): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: CASES,
      summary: 'The cases beside a policy: actions, and the verdicts that each new version has to give',
      auth: 'required',
      rate: requests,
      entityTag: true,
      responses: { 200: jsonResponse('The cases.', CASES_SCHEMA) },
      problems: ['not-found', 'withdrawn'],
      handler: async ({ params, caller }) => {
        const found = await versions.cases(parseIdentifier('policy', params.policy_id), caller.accountId);
        return found.kind === 'problem' ? found : ok(casesView(params.policy_id, found.kept));
      },
    }),
    route({
      method: 'PUT',
      path: CASES,
      summary: 'Replaces the cases beside a policy, and lists those that its current version fails',
      auth: 'required',
      scope: 'policy:write',
      rate,
      refusal: (share) => policies.refusal(share),
      headers: PRECONDITIONS,
      body: CASES_BODY,
      example: { cases: [{ name: 'a large amount', category: 'pay.refund', params: { cents: 10_000 }, verdict: 'REVIEW' }] },
      responses: { 200: jsonResponse('The cases, and those that the current version fails.', TESTED_CASES_SCHEMA) },
      problems: ['not-found', 'withdrawn', 'precondition-failed', 'storage-exceeded', 'busy', 'guard-exceeded', 'internal'],
      handler: async (request) => {
        const { cases } = request.body;
        const number = pointerToNumber(cases, '/cases');
        if (number !== undefined)
          return invalidRequest([{ pointer: number, message: 'must be an integer, written plainly: others are not kept' }]);
        if (Buffer.byteLength(JSON.stringify(cases)) > MAX_BYTES)
          return invalidRequest([{ pointer: '/cases', message: `must have at most ${MAX_BYTES} bytes as JSON` }]);
        return changing(request, casesPrecondition, async (write) => {
          const result = await metered(request, budget, async (asker) => versions.setCases(write, cases, asker));
          if (result.kind === 'problem') return result;
          return ok({ ...casesView(write.policyId, result.kept), failures: result.failed.map((failed) => failureView(cases, failed)) });
        });
      },
    }),
  ];
}

/** Returns the JSON Pointer of the first number that is no plain integer: it was read as Infinity, which JSON would store as null. */
function pointerToNumber(value: unknown, pointer: string): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : pointer;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const found = pointerToNumber(member, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
