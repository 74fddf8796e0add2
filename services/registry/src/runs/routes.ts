import {
  accepted,
  exactJson,
  jsonResponse,
  type Outcome,
  type Problem,
  parseIdentifier,
  problem,
  quotaFields,
  type RateLimit,
  type Route,
  route,
} from '@kirchhoff/platform';
import { noSuchCircuit, parsePid } from '../circuits/lookup.js';
import type { Requested, RunRequests } from './requests.js';
import { FAILURES, RUN_NAMES, type RunKind } from './run.js';
import { acceptedSchema, runJson, runSchema } from './schema.js';

/** Returns whether a Prefer field (RFC 7240) requests an immediate answer. */
export function prefersAsynchronous(prefer: string | undefined): boolean {
  if (prefer === undefined) return false;
  return prefer.split(',').some((preference) => /^\s*respond-async\s*(?:;|$)/i.test(preference));
}

/** The query of certify. */
export const REQUIRE_CLOSED = {
  type: 'object',
  additionalProperties: false,
  properties: {
    require: {
      type: 'string',
      enum: ['closed'],
      description:
        '`closed`: the answer for an open circuit is 422 instead of 200, so that `curl --fail` fails. The result is stored alike.',
    },
  },
} as const;

export const NO_QUERY = { type: 'object', additionalProperties: false, properties: {} } as const;

/** The differences between the routes of the two kinds of runs. */
export interface RunRoutesOptions {
  /** The last segment of the POST's path. */
  readonly action: 'certify' | 'verify';
  readonly scope: 'certify' | 'read';
  readonly query: typeof REQUIRE_CLOSED | typeof NO_QUERY;
  readonly summary: string;
  /** Describes the result in a sentence. */
  readonly answers: string;
  readonly result: object;
  /** The problem of a caller who may see the circuit but not run it. */
  readonly refusal: 'not-owner' | 'not-certified';
  readonly requests: RateLimit;
}

/** Declares `POST …/<action>`, and GET for its run. */
export function runRoutes(runs: RunRequests, options: RunRoutesOptions): readonly Route[] {
  return [askRoute(runs, options), oneRoute(runs, options)];
}

function askRoute(
  runs: RunRequests,
  { action, scope, query: schema, summary, answers, result, refusal, requests }: RunRoutesOptions,
): Route {
  const { kind } = runs;
  return route({
    method: 'POST',
    path: `/v1/circuits/:pid/${action}`,
    summary,
    auth: 'required',
    scope,
    rate: requests,
    idempotency: 'answer',
    query: schema,
    headers: { Prefer: { description: '`respond-async`: do not wait for the result (RFC 7240).', schema: { type: 'string' } } },
    responses: {
      200: jsonResponse(answers, result),
      202: jsonResponse('The run continues: its address shows its progress.', acceptedSchema(kind), ['Location']),
    },
    problems: [
      'not-found',
      refusal,
      'withdrawn',
      'quota-exceeded',
      'busy',
      FAILURES[kind].failure,
      ...(schema === REQUIRE_CLOSED ? (['circuit-open'] as const) : []),
    ],
    handler: async ({ params, query, caller, header, ...request }) => {
      const pid = parsePid(params.pid);
      if (pid === undefined) return noSuchCircuit();
      const asynchronous = prefersAsynchronous(header('prefer'));
      const { accountId, keyId } = caller;
      const isRepeatable = header('idempotency-key') !== undefined;
      const requested = await runs.request({ ...request, pid, accountId, keyId, asynchronous, isRepeatable });
      if (requested.kind === 'problem') return requested;
      const open = 'require' in query && query.require === 'closed' ? openProblem(kind, requested) : undefined;
      return open ?? answer(kind, pid, requested, asynchronous);
    },
  });
}

/** Errors of a result that a problem lists; the others are counted. */
const MAX_LISTED_ERRORS = 1_000;

/** Returns the 422 of a finished run that found the circuit open; `undefined` for every other run. */
function openProblem(kind: RunKind, { progress, runId, quota }: Requested): Problem | undefined {
  if (progress.status !== 'done') return undefined;
  const result: { readonly certified: boolean; readonly errors?: readonly unknown[] } = JSON.parse(Buffer.from(progress.result).toString());
  if (result.certified) return undefined;
  const { errors = [] } = result;
  return problem('circuit-open', 'Not everything in this circuit is proven.', {
    headers: quota === undefined ? {} : quotaFields(kind, quota),
    members: {
      [RUN_NAMES[kind].member]: runId,
      errors: errors.slice(0, MAX_LISTED_ERRORS),
      ...(errors.length > MAX_LISTED_ERRORS ? { errors_total: errors.length } : {}),
    },
  });
}

function answer(kind: RunKind, pid: string, { runId, quota, progress }: Requested, asynchronous: boolean): Outcome {
  const { member, path } = RUN_NAMES[kind];
  const location = `${path}/${runId}`;
  const fields = quota === undefined ? {} : quotaFields(kind, quota);
  switch (progress.status) {
    case 'done':
      return exactJson(progress.result, fields);
    case 'failed':
      return problem(FAILURES[kind].failure, 'The run failed twice because of a fault of the service, and is not counted.', {
        headers: { Location: location },
        members: { [member]: runId },
      });
    case 'queued':
    case 'running':
      return accepted(
        location,
        { pid, [member]: runId, status: progress.status },
        { ...fields, ...(asynchronous ? { 'Preference-Applied': 'respond-async' } : {}) },
      );
  }
}

function oneRoute(runs: RunRequests, { result, requests }: RunRoutesOptions): Route {
  const { kind } = runs;
  return route({
    method: 'GET',
    path: `${RUN_NAMES[kind].path}/:id`,
    summary: `The progress of a ${kind}, and its result`,
    auth: 'required',
    rate: requests,
    responses: { 200: jsonResponse('The progress of the run.', runSchema(kind, result)) },
    problems: ['not-found'],
    handler: async ({ params, caller }) => {
      const id = parseIdentifier(kind, params.id);
      const found = id === undefined ? undefined : await runs.find(id, caller.accountId);
      return found === undefined ? problem('not-found', `This account has no such ${kind}.`) : exactJson(runJson(kind, found));
    },
  });
}
