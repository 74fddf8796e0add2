import {
  AUDIT_ACTIONS,
  jsonResponse,
  LABEL,
  type Origin,
  PAGING,
  pageAnswer,
  pagedSchema,
  type RateLimit,
  type Route,
  route,
  tooDeep,
} from '@kirchhoff/platform';
import type { AuditRecord, AuditRepository } from './repository.js';

const NUMBER = { type: 'string', pattern: '^[0-9]{1,18}$' } as const;
const TEXT_OR_NULL = { type: ['string', 'null'] } as const;
const ACTORS = ['key', 'operator', 'system'] as const satisfies readonly Origin['actor'][];

/** The schema of `auditView`. */
const AUDIT_RECORD_SCHEMA = {
  title: 'AuditRecord',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'action', 'actor', 'key_id', 'request_id', 'subject', 'detail', 'created_at'],
  properties: {
    id: NUMBER,
    action: { type: 'string', enum: AUDIT_ACTIONS },
    actor: { type: 'string', enum: ACTORS, description: '`system`: registration, and automatic changes.' },
    key_id: { ...TEXT_OR_NULL, description: 'The calling key, if the actor is a key.' },
    request_id: { ...TEXT_OR_NULL, description: 'The `X-Request-Id` of the request that made or requested the change.' },
    subject: { type: 'string', description: 'The identifier of the changed resource.' },
    detail: { type: 'object', description: 'Details of the change, depending on the action.' },
    created_at: { type: 'string', format: 'date-time' },
  },
} as const;

/** GET /v1/audit. It requires the right to manage keys, since it names every key of the account. */
export function auditRoute(records: AuditRepository, requests: RateLimit): Route {
  return route({
    method: 'GET',
    path: '/v1/audit',
    summary: "The changes of the account's resources, newest first, each with its actor, key and request",
    auth: 'required',
    scope: 'keys',
    rate: requests,
    entityTag: true,
    query: {
      type: 'object',
      additionalProperties: false,
      properties: {
        ...PAGING,
        action: { type: 'string', enum: AUDIT_ACTIONS },
        subject: { ...LABEL, minLength: 1, maxLength: 100 },
        as_of: NUMBER,
      },
    },
    responses: { 200: jsonResponse('A page of records.', pagedSchema('AuditRecordPage', 'records', AUDIT_RECORD_SCHEMA), ['Link']) },
    problems: [],
    handler: async ({ query, caller }) => {
      const deep = tooDeep(query);
      if (deep !== undefined) return deep;
      const { action, subject } = query;
      const asOf = query.as_of === undefined ? undefined : BigInt(query.as_of);
      const { items, counted } = await records.page(caller.accountId, { action, subject, asOf }, query);
      const parameters = { action, subject, as_of: (asOf ?? items[0]?.id)?.toString() };
      return pageAnswer('/v1/audit', 'records', { items: items.map(auditView), counted }, query, parameters);
    },
  });
}

function auditView(record: AuditRecord) {
  return {
    id: record.id.toString(),
    action: record.action,
    actor: record.actor,
    key_id: record.apiKeyId,
    request_id: record.requestId,
    subject: record.subject,
    detail: record.detail,
    created_at: record.createdAt,
  };
}
