import type { RateLimit, Route } from '@kirchhoff/platform';
import type { RunRequests } from '../runs/requests.js';
import { NO_QUERY, runRoutes } from '../runs/routes.js';
import { VERIFICATION_SCHEMA } from './schema.js';

/** POST …/verify, GET /v1/verifications/:id. */
export function verificationRoutes(verifications: RunRequests, requests: RateLimit): readonly Route[] {
  return runRoutes(verifications, {
    action: 'verify',
    query: NO_QUERY,
    scope: 'read',
    summary:
      'Checks the stored proof of the latest closed certification: 200 with the result, or 202 if that takes longer than the waiting time',
    answers: 'The result of the check.',
    result: VERIFICATION_SCHEMA,
    refusal: 'not-certified',
    requests,
  });
}
