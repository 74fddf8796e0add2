import {
  emptyResponse,
  json,
  jsonResponse,
  LABEL,
  noContent,
  ok,
  parseIdentifier,
  problem,
  type RateLimit,
  type Route,
  route,
} from '@kirchhoff/platform';
import { KEYS_SCHEMA, REGISTERED_SCHEMA, ROTATED_SCHEMA } from './schema.js';
import type { Keys } from './service.js';
import { keyView } from './view.js';

const SHOWN_ONCE = 'Your API key has been created. Keep it safe: it is shown this once and cannot be retrieved later.';

export interface KeyLimits {
  /** Counts by the client's address. */
  readonly register: RateLimit;
  readonly requests: RateLimit;
}

/** POST /v1/auth/register; GET, DELETE and rotate under /v1/auth/keys. */
export function keyRoutes(keys: Keys, limits: KeyLimits): readonly Route[] {
  // `rotate` before `:key_id`, which would take its path.
  return [registerRoute(keys, limits), listRoute(keys, limits), rotateRoute(keys, limits), revokeRoute(keys, limits)];
}

function registerRoute(keys: Keys, { register }: KeyLimits): Route {
  return route({
    method: 'POST',
    path: '/v1/auth/register',
    summary: 'Makes an account and its first key, which is shown this once',
    auth: 'none',
    rate: register,
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['email', 'name'],
      properties: {
        email: { type: 'string', format: 'email', maxLength: 254 },
        name: { ...LABEL, minLength: 1, maxLength: 100 },
      },
    },
    responses: { 201: jsonResponse('The account, and its key.', REGISTERED_SCHEMA) },
    problems: [],
    handler: async ({ body }) => {
      const { accountId, keyId, key } = await keys.register(body.email, body.name);
      return json(201, { api_key: key, message: SHOWN_ONCE, key_id: keyId, account_id: accountId, tier: 'free' });
    },
  });
}

function listRoute(keys: Keys, { requests }: KeyLimits): Route {
  return route({
    method: 'GET',
    path: '/v1/auth/keys',
    summary: "The account's keys, without the keys themselves",
    auth: 'required',
    scope: 'keys',
    rate: requests,
    responses: { 200: jsonResponse('The keys, revoked ones included.', KEYS_SCHEMA) },
    problems: [],
    handler: async ({ caller }) => ok({ keys: (await keys.list(caller.accountId)).map((key) => keyView(key, caller.keyId)) }),
  });
}

function revokeRoute(keys: Keys, { requests }: KeyLimits): Route {
  return route({
    method: 'DELETE',
    path: '/v1/auth/keys/:key_id',
    summary: 'Revokes a key: when the answer arrives it is dead on both services',
    auth: 'required',
    scope: 'keys',
    rate: requests,
    responses: { 204: emptyResponse('The key is dead, here and everywhere; so it is if it was before.') },
    problems: ['not-found'],
    handler: async ({ params, caller }) => {
      const id = parseIdentifier('key', params.key_id);
      const revoked = id !== undefined && (await keys.revoke(id, caller.accountId));
      return revoked ? noContent() : problem('not-found', 'This account has no such key.');
    },
  });
}

function rotateRoute(keys: Keys, { requests }: KeyLimits): Route {
  return route({
    method: 'POST',
    path: '/v1/auth/keys/rotate',
    summary: 'Puts a new key with the same rights in the place of the one that calls',
    auth: 'required',
    rate: requests,
    responses: { 200: jsonResponse('The new key; the one that called is dead.', ROTATED_SCHEMA) },
    problems: [],
    handler: async ({ caller }) => {
      const rotated = await keys.rotate(caller);
      if (rotated.kind === 'problem') return rotated;
      const { key, keyId, revokedKeyId } = rotated;
      return ok({ api_key: key, key_id: keyId, message: SHOWN_ONCE, revoked_key_id: revokedKeyId });
    },
  });
}
