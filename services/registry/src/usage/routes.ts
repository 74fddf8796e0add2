import { jsonResponse, ok, type RateLimit, type Route, route } from '@kirchhoff/platform';
import type { UsageRepository } from './repository.js';
import { USAGE_SCHEMA } from './schema.js';
import { usageOf } from './service.js';

/** GET /v1/usage. */
export function usageRoutes(usage: UsageRepository, requests: RateLimit): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/usage',
      summary: "Today's counts and limits of the account, the time of their reset, and the stored amounts",
      auth: 'required',
      rate: requests,
      responses: { 200: jsonResponse('The used and the remaining amounts of today.', USAGE_SCHEMA) },
      problems: [],
      handler: async ({ caller }) => ok(await usageOf(usage, caller)),
    }),
  ];
}
