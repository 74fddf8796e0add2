import {
  type Caller,
  emptyResponse,
  json,
  jsonResponse,
  NAME,
  noContent,
  ok,
  originOf,
  parseIdentifier,
  problem,
  type RateLimit,
  type Route,
  route,
  SCOPES,
} from '@kirchhoff/platform';
import type { Maker } from './repository.js';
import { ISSUED_KEY_SCHEMA, issuedKeyView, KEYS_SCHEMA, keyView, REGISTRATION_SCHEMA, ROTATED_KEY_SCHEMA, SHOWN_ONCE } from './schema.js';
import type { Keys } from './service.js';

export interface KeyLimits {
  /** Counts by the client's address. */
  readonly register: RateLimit;
  readonly requests: RateLimit;
}

/** POST /v1/auth/register; GET, POST, DELETE and rotate under /v1/auth/keys. */
export function keyRoutes(keys: Keys, limits: KeyLimits): readonly Route[] {
  // `rotate` comes before `:key_id`, which would match it.
  return [
    registerRoute(keys, limits),
    listRoute(keys, limits),
    makeRoute(keys, limits),
    rotateRoute(keys, limits),
    revokeRoute(keys, limits),
  ];
}

function registerRoute(keys: Keys, { register }: KeyLimits): Route {
  return route({
    method: 'POST',
    path: '/v1/auth/register',
    summary: 'Creates an account and its first key, which is shown only once',
    auth: 'none',
    rate: register,
    idempotency: 'secret',
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['email', 'name'],
      properties: { email: { type: 'string', format: 'idn-email', maxLength: 254 }, name: NAME },
    },
    example: { email: 'you@example.com', name: 'You' },
    responses: { 201: jsonResponse('The account and its first key.', REGISTRATION_SCHEMA) },
    problems: ['registration-closed', 'secret-already-issued'],
    handler: async ({ body, newIdentifier, requestId }) => {
      const [accountId, keyId] = [newIdentifier('account'), newIdentifier('key')];
      const made = await keys.register({ id: accountId, ...body }, keyId, requestId);
      if (made.kind === 'problem') return made;
      return json(201, { api_key: made.key, message: SHOWN_ONCE, key_id: keyId, account_id: accountId, tier: made.tier });
    },
  });
}

function listRoute(keys: Keys, { requests }: KeyLimits): Route {
  return route({
    method: 'GET',
    path: '/v1/auth/keys',
    summary: "The account's keys without their secrets: all active ones, and the newest hundred of the others",
    auth: 'required',
    scope: 'keys',
    rate: requests,
    entityTag: true,
    responses: { 200: jsonResponse('The keys, newest first.', KEYS_SCHEMA) },
    problems: [],
    handler: async ({ caller }) => ok({ keys: (await keys.list(caller.accountId)).map((key) => keyView(key, caller.keyId)) }),
  });
}

function makeRoute(keys: Keys, { requests }: KeyLimits): Route {
  return route({
    method: 'POST',
    path: '/v1/auth/keys',
    summary: 'Creates a key with at most the permissions of the calling key; it is shown only once',
    auth: 'required',
    scope: 'keys',
    rate: requests,
    idempotency: 'secret',
    body: {
      type: 'object',
      additionalProperties: false,
      properties: {
        name: NAME,
        scopes: {
          type: 'array',
          items: { type: 'string', enum: SCOPES },
          minItems: 1,
          uniqueItems: true,
          description: 'Default: the scopes of the calling key.',
        },
        expires_at: { type: 'string', format: 'date-time', description: 'Default: the expiry of the calling key.' },
      },
    },
    example: { name: 'pipeline', scopes: ['read', 'certify'] },
    responses: { 201: jsonResponse('The key.', ISSUED_KEY_SCHEMA) },
    problems: ['missing-scope', 'conflict', 'secret-already-issued'],
    handler: async ({ body, caller, newIdentifier, requestId }) => {
      const made = await keys.make(newIdentifier('key'), maker(caller, requestId), body);
      return made.kind === 'problem' ? made : json(201, issuedKeyView(made));
    },
  });
}

function revokeRoute(keys: Keys, { requests }: KeyLimits): Route {
  return route({
    method: 'DELETE',
    path: '/v1/auth/keys/:key_id',
    summary: 'Revokes a key: when the answer arrives both services refuse it',
    auth: 'required',
    scope: 'keys',
    rate: requests,
    responses: { 204: emptyResponse('The key is revoked.') },
    problems: ['not-found'],
    handler: async ({ params, caller, requestId, traceparent }) => {
      const id = parseIdentifier('key', params.key_id);
      const revoked = id !== undefined && (await keys.revoke(id, maker(caller, requestId), traceparent));
      return revoked ? noContent() : problem('not-found', 'This account has no such key.');
    },
  });
}

function rotateRoute(keys: Keys, { requests }: KeyLimits): Route {
  return route({
    method: 'POST',
    path: '/v1/auth/keys/rotate',
    summary: 'Replaces the calling key by a new one with the same permissions; when the answer arrives the old one is revoked',
    auth: 'required',
    rate: requests,
    responses: { 200: jsonResponse('The new key.', ROTATED_KEY_SCHEMA) },
    problems: [],
    handler: async ({ caller, newIdentifier, requestId, traceparent }) => {
      const keyId = newIdentifier('key');
      const rotated = await keys.rotate(keyId, maker(caller, requestId), traceparent);
      if (rotated.kind === 'problem') return rotated;
      return ok({ api_key: rotated.key, key_id: keyId, message: SHOWN_ONCE, revoked_key_id: caller.keyId });
    },
  });
}

function maker(caller: Caller, requestId: string): Maker {
  return originOf(caller, requestId);
}
