import { jsonResponse, ok, quotaFields, type RateLimit, type Route, route } from '@kirchhoff/platform';
import { VERIFICATION_SCHEMA } from './schema.js';
import type { Verifications } from './service.js';

/** POST …/verify: result 2.6 of the specification. */
export function verificationRoutes(verifications: Verifications, requests: RateLimit): readonly Route[] {
  return [
    route({
      method: 'POST',
      path: '/v1/circuits/:pid/verify',
      summary: 'Checks the stored proof of the latest certification that closed against the current version',
      auth: 'required',
      scope: 'read',
      rate: requests,
      idempotency: 'answer',
      responses: { 200: jsonResponse('What the check came to.', VERIFICATION_SCHEMA) },
      problems: ['not-found', 'not-certified', 'withdrawn', 'quota-exceeded', 'busy', 'guard-exceeded'],
      handler: async ({ params, caller }) => {
        const { pid } = params;
        const verdict = await verifications.verify({ pid, accountId: caller.accountId, keyId: caller.keyId });
        if (verdict.kind === 'problem') return verdict;
        const body = {
          pid,
          verified: verdict.verified,
          original_hash: verdict.originalHash,
          current_hash: verdict.currentHash,
          match: verdict.match,
          phi_c: verdict.phiC,
          ...(verdict.assurance === null ? {} : { assurance: verdict.assurance }),
          ...(verdict.reason === null ? {} : { reason: verdict.reason }),
        };
        return ok(body, quotaFields('verification', verdict.quota));
      },
    }),
  ];
}
