import { jsonResponse, linkField, ok, pagedSchema, type RateLimit, type Route, route } from '@kirchhoff/platform';
import { CIRCUIT_SCHEMA } from '../schema.js';
import { circuitView } from '../view.js';
import { writeAsOf } from './as-of.js';
import type { CircuitLists } from './lists.js';
import { LIST_QUERY, linkParameters, readListQuery } from './query.js';

export interface CircuitListOptions {
  /** What comes before the path of a badge. */
  readonly publicUrl: string;
  readonly limits: { readonly requests: RateLimit };
}

/** GET /v1/circuits. */
export function circuitListRoute(lists: CircuitLists, { publicUrl, limits }: CircuitListOptions): Route {
  return route({
    method: 'GET',
    path: '/v1/circuits',
    summary: 'Lists and searches the published circuits: the public ones, and with a key also the own private ones',
    auth: 'optional',
    rate: limits.requests,
    entityTag: true,
    query: LIST_QUERY,
    responses: { 200: jsonResponse('A page of circuits.', pagedSchema('CircuitPage', 'circuits', CIRCUIT_SCHEMA), ['Link']) },
    problems: ['invalid-request', 'unauthenticated'],
    handler: async ({ query, caller }) => {
      const read = readListQuery(query, caller);
      if (read.kind === 'problem') return read;
      const { page, limit } = query;
      const { circuits, total, totalCapped, asOf } = await lists.page(read.query);
      const pages = Math.ceil(total / limit);
      const parameters = linkParameters(query, read.query.search, writeAsOf(asOf));
      const body = {
        circuits: circuits.map((circuit) => circuitView(circuit, publicUrl)),
        page,
        limit,
        total,
        pages,
        ...(totalCapped ? { total_capped: true } : {}),
      };
      return ok(body, { Link: linkField('/v1/circuits', { page, limit, pages, parameters }) });
    },
  });
}
