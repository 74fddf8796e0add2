import type { RateLimit, Route } from '@kirchhoff/platform';
import type { RunRequests } from '../runs/requests.js';
import { runRoutes } from '../runs/routes.js';
import { VERIFICATION_SCHEMA } from './schema.js';

/** POST …/verify, GET /v1/verifications/:id. */
export function verificationRoutes(verifications: RunRequests, requests: RateLimit): readonly Route[] {
  return runRoutes(verifications, {
    action: 'verify',
    scope: 'read',
    summary:
      'Checks the stored proof of the latest certification that closed: 200 with the result, or 202 where that takes longer than the wait',
    answers: 'What the check came to.',
    result: VERIFICATION_SCHEMA,
    refusal: 'not-certified',
    requests,
  });
}
