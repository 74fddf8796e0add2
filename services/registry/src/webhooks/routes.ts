import {
  created,
  emptyResponse,
  jsonResponse,
  LABEL,
  noContent,
  ok,
  originOf,
  type RateLimit,
  type Route,
  route,
} from '@kirchhoff/platform';
import { EVENT_TYPES } from '../events/outbox.js';
import { deliveryRoutes } from './delivery-routes.js';
import { WEBHOOK_LIST_SCHEMA, WEBHOOK_WITH_SECRET_SCHEMA, webhookView } from './schema.js';
import type { Webhooks } from './service.js';

/** The routes under /v1/webhooks. They require the right to manage keys, since both belong to the account as a whole. */
export function webhookRoutes(webhooks: Webhooks, requests: RateLimit): readonly Route[] {
  return [
    listRoute(webhooks, requests),
    createRoute(webhooks, requests),
    deleteRoute(webhooks, requests),
    rotateRoute(webhooks, requests),
    ...deliveryRoutes(webhooks, requests),
  ];
}

function listRoute(webhooks: Webhooks, requests: RateLimit): Route {
  return route({
    method: 'GET',
    path: '/v1/webhooks',
    summary: "The account's webhooks, without their secrets",
    auth: 'required',
    scope: 'keys',
    rate: requests,
    entityTag: true,
    responses: { 200: jsonResponse('The webhooks.', WEBHOOK_LIST_SCHEMA) },
    problems: [],
    handler: async ({ caller }) => ok({ webhooks: (await webhooks.list(caller.accountId)).map(webhookView) }),
  });
}

function createRoute(webhooks: Webhooks, requests: RateLimit): Route {
  return route({
    method: 'POST',
    path: '/v1/webhooks',
    summary: 'Creates a webhook: its URL receives events, signed with a secret that is shown only once',
    auth: 'required',
    scope: 'keys',
    rate: requests,
    idempotency: 'secret',
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['url'],
      properties: {
        url: { ...LABEL, minLength: 1, maxLength: 2_000 },
        events: { type: 'array', items: { type: 'string', enum: EVENT_TYPES }, minItems: 1, uniqueItems: true, default: EVENT_TYPES },
        description: { ...LABEL, maxLength: 2_000, default: '' },
      },
    },
    example: { url: 'https://93.184.215.14/kirchhoff', events: ['circuit.certified'], description: 'tells the build' },
    responses: { 201: jsonResponse('The webhook and its secret.', WEBHOOK_WITH_SECRET_SCHEMA, ['Location']) },
    problems: ['conflict'],
    handler: async ({ body, caller, requestId, newIdentifier }) => {
      const issued = await webhooks.create({ id: newIdentifier('webhook'), ...body }, originOf(caller, requestId));
      if (issued.kind === 'problem') return issued;
      return created(`/v1/webhooks/${issued.webhook.id}`, { ...webhookView(issued.webhook), secret: issued.secret });
    },
  });
}

function deleteRoute(webhooks: Webhooks, requests: RateLimit): Route {
  return route({
    method: 'DELETE',
    path: '/v1/webhooks/:id',
    summary: 'Deletes a webhook: its pending deliveries are dropped',
    auth: 'required',
    scope: 'keys',
    rate: requests,
    responses: { 204: emptyResponse('It is deleted now, or was before.') },
    problems: ['not-found'],
    handler: async ({ params, caller, requestId }) => (await webhooks.delete(params.id, originOf(caller, requestId))) ?? noContent(),
  });
}

function rotateRoute(webhooks: Webhooks, requests: RateLimit): Route {
  return route({
    method: 'POST',
    path: '/v1/webhooks/:id/rotate-secret',
    summary: 'Gives a webhook a new secret, which is shown only once; for a day the previous one signs too',
    auth: 'required',
    scope: 'keys',
    rate: requests,
    idempotency: 'secret',
    responses: { 200: jsonResponse('The webhook and its new secret.', WEBHOOK_WITH_SECRET_SCHEMA) },
    problems: ['not-found'],
    handler: async ({ params, caller, requestId }) => {
      const issued = await webhooks.rotateSecret(params.id, originOf(caller, requestId));
      return issued.kind === 'problem' ? issued : ok({ ...webhookView(issued.webhook), secret: issued.secret });
    },
  });
}
