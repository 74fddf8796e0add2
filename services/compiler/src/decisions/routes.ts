import {
  documentResponse,
  exactJson,
  type Identifier,
  jsonResponse,
  ok,
  originOf,
  PAGING,
  PRECONDITIONS,
  parseIdentifier,
  parsePreconditions,
  type RateLimit,
  type Route,
  readTime,
  route,
  streamed,
} from '@kirchhoff/platform';
import { noSuchPolicy } from '../policies/service.js';
import { CURSOR, cursorOf, parseCursor } from './cursor.js';
import type { Exports } from './exports.js';
import { LOG_PROPERTIES, LOG_SCHEMA, LOGGED_PART_SCHEMA, LOGGED_SCHEMA } from './schema.js';
import type { Decisions } from './service.js';
import { logPrecondition, renderedSettings } from './settings.js';
import { loggedView, partView } from './view.js';

const LOG = '/v1/policies/:policy_id/log';
const DECISIONS = '/v1/policies/:policy_id/decisions';

/** Requires a key that may change the policy: a key that only checks must not see decisions about others. */
const SCOPE = 'policy:write';

/** The filters of a log. */
const FILTER = {
  verdict: { type: 'string', enum: ['ALLOW', 'REVIEW', 'DENY'], description: 'Only decisions with this verdict.' },
  rule: { type: 'string', minLength: 1, maxLength: 200, description: 'Only decisions that this rule decided first.' },
  from: { type: 'string', format: 'date-time', description: 'Only decisions from this time on.' },
  to: { type: 'string', format: 'date-time', description: 'Only decisions before this time.' },
  cursor: { ...CURSOR, description: 'The `next` of an earlier part: the decisions after it.' },
} as const;

/** Maximal decisions of an export. */
const MAX_EXPORTED = 100_000;

/** GET and PUT /v1/policies/:policy_id/log; GET /v1/policies/:policy_id/decisions, one of them, and their export. */
export function decisionRoutes(decisions: Decisions, exports: Exports, requests: RateLimit): readonly Route[] {
  return [...logRoutes(decisions, requests), ...readingRoutes(decisions, requests), exportRoute(decisions, exports, requests)];
}

function logRoutes(decisions: Decisions, requests: RateLimit): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: LOG,
      summary: "The settings of a policy's decision log",
      auth: 'required',
      scope: SCOPE,
      rate: requests,
      entityTag: true,
      responses: { 200: jsonResponse('The settings.', LOG_SCHEMA) },
      problems: ['not-found'],
      handler: async ({ params, caller: { accountId } }) => {
        const log = await decisions.settings(policyIdOf(params), accountId);
        return log.kind === 'problem' ? log : exactJson(renderedSettings(log.settings).bytes);
      },
    }),
    route({
      method: 'PUT',
      path: LOG,
      summary: "Changes the settings of a policy's decision log, for the decisions from now on",
      auth: 'required',
      scope: SCOPE,
      rate: requests,
      headers: PRECONDITIONS,
      body: { type: 'object', additionalProperties: false, properties: LOG_PROPERTIES },
      example: { mode: 'all', keep: ['cents'], retention_days: 30 },
      responses: { 200: jsonResponse('The settings as they are now.', LOG_SCHEMA, ['ETag']) },
      problems: ['not-found', 'withdrawn', 'precondition-failed'],
      handler: async ({ params, body: { mode, rate, keep, retention_days: retentionDays }, caller, requestId, header }) => {
        const asked = parsePreconditions(header);
        if (asked.kind === 'problem') return asked;
        const change = { mode, rate, keep, retentionDays };
        const changed = await decisions.change(policyIdOf(params), originOf(caller, requestId), change, logPrecondition(asked));
        if ('kind' in changed) return changed;
        const { bytes, tag } = renderedSettings(changed);
        return exactJson(bytes, { ETag: tag });
      },
    }),
  ];
}

function readingRoutes(decisions: Decisions, requests: RateLimit): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: DECISIONS,
      summary: 'The logged decisions of a policy, newest first',
      auth: 'required',
      scope: SCOPE,
      rate: requests,
      query: { type: 'object', additionalProperties: false, properties: { ...FILTER, limit: PAGING.limit } },
      responses: { 200: jsonResponse('A part of the log.', LOGGED_PART_SCHEMA, ['Link']) },
      problems: ['not-found', 'busy'],
      handler: async ({ params, query: { limit, cursor, ...query }, caller: { accountId }, share, signal }) => {
        const [from, to] = [readTime(query.from, 'query/from'), readTime(query.to, 'query/to')];
        if (from.kind === 'problem') return from;
        if (to.kind === 'problem') return to;
        const filter = { verdict: query.verdict, rule: query.rule, from: from.time, to: to.time };
        const policyId = policyIdOf(params);
        const stretch = { ...filter, order: 'newest', after: parseCursor(cursor), most: limit + 1, share, signal } as const;
        const read = await decisions.read(policyId, accountId, stretch);
        if (read.kind === 'problem') return read;
        const view = partView(read.found, limit, read.dropped);
        return ok(view, partLinks(`/v1/policies/${policyId}/decisions`, { ...query, limit: `${limit}` }, view.next));
      },
    }),
    route({
      method: 'GET',
      path: `${DECISIONS}/:decision_id`,
      summary: 'One logged decision',
      auth: 'required',
      scope: SCOPE,
      rate: requests,
      entityTag: true,
      responses: { 200: jsonResponse('The decision.', LOGGED_SCHEMA) },
      problems: ['not-found'],
      handler: async ({ params, caller: { accountId } }) => {
        const found = await decisions.find(policyIdOf(params), parseIdentifier('decision', params.decision_id), accountId);
        return 'kind' in found ? found : ok(loggedView(found));
      },
    }),
  ];
}

function exportRoute(decisions: Decisions, exports: Exports, requests: RateLimit): Route {
  return route({
    method: 'GET',
    path: `${DECISIONS}/export`,
    summary: 'The logged decisions of a policy as JSON lines, oldest first',
    auth: 'required',
    scope: SCOPE,
    rate: requests,
    query: {
      type: 'object',
      additionalProperties: false,
      properties: {
        ...FILTER,
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: MAX_EXPORTED,
          default: MAX_EXPORTED,
          description: 'The maximal number of decisions.',
        },
      },
    },
    responses: { 200: documentResponse('The decisions, one a line.', 'application/x-ndjson', ['Link']) },
    problems: ['not-found', 'busy'],
    handler: async ({ params, query: { limit, cursor, ...query }, caller: { accountId }, share, signal }) => {
      const [from, to] = [readTime(query.from, 'query/from'), readTime(query.to, 'query/to')];
      if (from.kind === 'problem') return from;
      if (to.kind === 'problem') return to;
      const policyId = policyIdOf(params);
      const log = await decisions.settings(policyId, accountId);
      if (log.kind === 'problem' || policyId === undefined) return log.kind === 'problem' ? log : noSuchPolicy();
      const filter = { verdict: query.verdict, rule: query.rule, from: from.time, to: to.time };
      const opened = await exports.open(policyId, { ...filter, after: parseCursor(cursor), most: limit, share, signal });
      if (opened.kind === 'problem') return opened;
      const next = opened.next === undefined ? null : cursorOf(opened.next);
      const links = partLinks(`/v1/policies/${policyId}/decisions/export`, { ...query, limit: `${limit}` }, next);
      return streamed('application/x-ndjson', opened.parts, links);
    },
  });
}

function policyIdOf(params: { readonly policy_id: string }): Identifier<'policy'> | undefined {
  return parseIdentifier('policy', params.policy_id);
}

/** The Link field (RFC 8288) of a part: first, and next if it is not the last. */
export function partLinks(
  path: string,
  parameters: Readonly<Record<string, string | undefined>>,
  next: string | null,
): Readonly<Record<string, string>> {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const link = (relation: string, more: readonly [string, string][]) =>
    `<${path}?${new URLSearchParams([...given, ...more]).toString()}>; rel="${relation}"`;
  return { Link: [link('first', []), ...(next === null ? [] : [link('next', [['cursor', next]])])].join(', ') };
}
