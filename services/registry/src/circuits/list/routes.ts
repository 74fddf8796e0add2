import {
  type Answer,
  exactJson,
  jsonResponse,
  linkField,
  pagedSchema,
  type RateLimit,
  type Route,
  route,
  SharedRuns,
} from '@kirchhoff/platform';
import { CIRCUIT_SCHEMA } from '../schema.js';
import { circuitView } from '../view.js';
import { writeAsOf } from './as-of.js';
import type { CircuitLists, ListQuery } from './lists.js';
import type { CircuitPage } from './page.js';
import { LIST_QUERY, type ListParameters, linkParameters, readListQuery } from './query.js';

export interface CircuitListOptions {
  /** What comes before the path of a badge. */
  readonly publicUrl: string;
  readonly limits: { readonly requests: RateLimit };
}

/** GET /v1/circuits. */
export function circuitListRoute(lists: CircuitLists, { publicUrl, limits }: CircuitListOptions): Route {
  /** Who asks for the same page at the same time shares the finding of it and its octets. */
  const shared = new SharedRuns<Answer>();
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
      return shared.run(JSON.stringify([query, read.query.filter]), async () =>
        pageAnswer(await lists.page(read.query), query, read.query, publicUrl),
      );
    },
  });
}

function pageAnswer(found: CircuitPage, asked: ListParameters, { search }: ListQuery, publicUrl: string): Answer {
  const { page, limit } = asked;
  const { circuits, total, totalCapped, asOf } = found;
  const pages = Math.ceil(total / limit);
  const capped = totalCapped ? { total_capped: true } : {};
  const body = { circuits: circuits.map((circuit) => circuitView(circuit, publicUrl)), page, limit, total, pages, ...capped };
  const parameters = linkParameters(asked, search, writeAsOf(asOf));
  const link = linkField('/v1/circuits', { page, limit, pages, parameters });
  return exactJson(Buffer.from(JSON.stringify(body), 'utf8'), { Link: link });
}
