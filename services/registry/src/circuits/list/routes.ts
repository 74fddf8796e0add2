import { invalidRequest, linkField, ok, PAGING, type Problem, problem, type RateLimit, type Route, route } from '@kirchhoff/platform';
import { circuitView } from '../view.js';
import type { CircuitListRepository } from './repository.js';

/** `page × limit`: how far into a list anyone may reach by numbers. */
const DEEPEST = 100_000;

export interface CircuitListOptions {
  /** What comes before the path of a badge. */
  readonly publicUrl: string;
  readonly limits: { readonly requests: RateLimit };
}

/** GET /v1/circuits. */
export function circuitListRoute(lists: CircuitListRepository, { publicUrl, limits }: CircuitListOptions): Route {
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
      const found = await lists.page(filter, page, limit);
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
