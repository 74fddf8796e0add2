import {
  accepted,
  jsonResponse,
  originOf,
  PAGING,
  pageAnswer,
  pagedSchema,
  type RateLimit,
  type Route,
  readListTime,
  route,
  tooDeep,
} from '@kirchhoff/platform';
import { DELIVERY_SCHEMA, deliveryView, EVENT_ID } from './schema.js';
import type { Webhooks } from './service.js';
import { DELIVERY_STATUSES } from './webhook.js';

/** GET …/deliveries and POST …/deliveries/:delivery_id/redeliver. */
export function deliveryRoutes(webhooks: Webhooks, requests: RateLimit): readonly Route[] {
  return [listRoute(webhooks, requests), redeliverRoute(webhooks, requests)];
}

function listRoute(webhooks: Webhooks, requests: RateLimit): Route {
  return route({
    method: 'GET',
    path: '/v1/webhooks/:id/deliveries',
    summary: 'The deliveries of a webhook, newest first',
    auth: 'required',
    scope: 'keys',
    rate: requests,
    entityTag: true,
    query: {
      type: 'object',
      additionalProperties: false,
      properties: {
        ...PAGING,
        status: { type: 'string', enum: DELIVERY_STATUSES },
        as_of: { type: 'string', format: 'date-time' },
      },
    },
    responses: { 200: jsonResponse('A page of deliveries.', pagedSchema('WebhookDeliveryPage', 'deliveries', DELIVERY_SCHEMA), ['Link']) },
    problems: ['not-found'],
    handler: async ({ params, query, caller }) => {
      const deep = tooDeep(query);
      if (deep !== undefined) return deep;
      const asOf = readListTime(query.as_of);
      if (asOf.kind === 'problem') return asOf;
      const found = await webhooks.deliveries(params.id, caller.accountId, { status: query.status, asOf: asOf.time }, query);
      if (found.kind === 'problem') return found;
      const { items, counted } = found.page;
      const since = asOf.time ?? items[0]?.createdAt;
      const parameters = { status: query.status, as_of: since?.toISOString() };
      return pageAnswer(
        `/v1/webhooks/${params.id}/deliveries`,
        'deliveries',
        { items: items.map(deliveryView), counted },
        query,
        parameters,
      );
    },
  });
}

function redeliverRoute(webhooks: Webhooks, requests: RateLimit): Route {
  return route({
    method: 'POST',
    path: '/v1/webhooks/:id/deliveries/:delivery_id/redeliver',
    summary: 'Sends an event to a webhook again, with new attempts: the same bytes with the same id',
    auth: 'required',
    scope: 'keys',
    rate: requests,
    params: { delivery_id: EVENT_ID },
    responses: { 202: jsonResponse('The delivery, with its first attempt pending.', DELIVERY_SCHEMA, ['Location']) },
    problems: ['not-found'],
    handler: async ({ params, caller, requestId }) => {
      const again = await webhooks.redeliver(params.id, params.delivery_id, originOf(caller, requestId));
      return again.kind === 'problem' ? again : accepted(`/v1/webhooks/${params.id}/deliveries`, deliveryView(again.delivery));
    },
  });
}
