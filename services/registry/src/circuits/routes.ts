import {
  created,
  invalidRequest,
  LABEL,
  linkField,
  ok,
  PAGING,
  type Problem,
  problem,
  type RateLimit,
  type Route,
  route,
} from '@kirchhoff/platform';
import type { Circuits } from './service.js';
import { circuitView, detailView } from './view.js';

/** `page × limit`: how far into a list anyone may reach by numbers. */
const DEEPEST = 100_000;

export interface CircuitRouteOptions {
  /** What comes before the path of a badge. */
  readonly publicUrl: string;
  readonly limits: { readonly publish: RateLimit; readonly requests: RateLimit };
}

/** GET and POST /v1/circuits, GET /v1/circuits/:pid. */
export function circuitRoutes(circuits: Circuits, options: CircuitRouteOptions): readonly Route[] {
  return [listRoute(circuits, options), publishRoute(circuits, options), oneRoute(circuits, options)];
}

function listRoute(circuits: Circuits, { publicUrl, limits }: CircuitRouteOptions): Route {
  return route({
    method: 'GET',
    path: '/v1/circuits',
    summary: 'Lists the published circuits: the public ones, and with a key also the own private ones',
    auth: 'optional',
    rate: limits.requests,
    entityTag: true,
    query: {
      type: 'object',
      additionalProperties: false,
      properties: {
        ...PAGING,
        search: { type: 'string', maxLength: 200 },
        certified: { type: 'boolean' },
        owner: { type: 'string', enum: ['me'] },
        as_of: { type: 'string', format: 'date-time' },
      },
    },
    handler: async ({ query, caller }) => {
      const { page, limit, search, certified, owner } = query;
      if (page * limit > DEEPEST) return tooDeep();
      if (owner === 'me' && caller === undefined) return problem('unauthenticated', 'Without a key nobody knows whose circuits are meant.');
      const asOf = query.as_of === undefined ? undefined : new Date(query.as_of);
      if (Number.isNaN(asOf?.getTime())) return invalidRequest([{ pointer: 'query/as_of', message: 'must be a time' }]);
      const filter = { accountId: caller?.accountId, ownOnly: owner === 'me', search, certified, asOf };
      const found = await circuits.list(filter, page, limit);
      const pages = Math.ceil(found.total / limit);
      const since = asOf ?? found.circuits[0]?.createdAt;
      const parameters = { ...given({ search, certified, owner }), ...given({ as_of: since?.toISOString() }) };
      const body = {
        circuits: found.circuits.map((circuit) => circuitView(circuit, publicUrl)),
        page,
        limit,
        total: found.total,
        pages,
        ...(found.totalCapped ? { total_capped: true } : {}),
      };
      return ok(body, { Link: linkField('/v1/circuits', { page, limit, pages, parameters }) });
    },
  });
}

function tooDeep(): Problem {
  return invalidRequest([{ pointer: 'query/page', message: `page times limit must not exceed ${DEEPEST}` }]);
}

/** The parameters that were given, as text. */
function given(parameters: Readonly<Record<string, string | boolean | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
}

function publishRoute(circuits: Circuits, { publicUrl, limits }: CircuitRouteOptions): Route {
  return route({
    method: 'POST',
    path: '/v1/circuits',
    summary: 'Publishes a circuit: the source is parsed, typed, costed and hashed at once, and not certified yet',
    auth: 'required',
    scope: 'publish',
    rate: limits.publish,
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['name', 'source'],
      properties: {
        name: { ...LABEL, minLength: 1, maxLength: 100 },
        source: { type: 'string' },
        description: { ...LABEL, maxLength: 2_000, default: '' },
        visibility: { type: 'string', enum: ['public', 'private'], default: 'public' },
      },
    },
    handler: async ({ body, caller }) => {
      const published = await circuits.publish({ accountId: caller.accountId, ...body });
      if (published.kind === 'problem') return published;
      const view = circuitView(published.circuit, publicUrl);
      return published.kind === 'created' ? created(`/v1/circuits/${view.pid}`, view) : ok(view);
    },
  });
}

function oneRoute(circuits: Circuits, { publicUrl, limits }: CircuitRouteOptions): Route {
  return route({
    method: 'GET',
    path: '/v1/circuits/:pid',
    summary: 'One circuit with its source, its ports and its versions',
    auth: 'optional',
    rate: limits.requests,
    entityTag: true,
    handler: async ({ params, caller }) => {
      const found = await circuits.find(params.pid, caller?.accountId);
      return found.kind === 'problem' ? found : ok(detailView(found.detail, publicUrl));
    },
  });
}
