import { created, LABEL, ok, type RateLimit, type Route, route } from '@kirchhoff/platform';
import type { Circuits } from './service.js';
import { circuitView, detailView } from './view.js';

export interface CircuitRouteOptions {
  /** What comes before the path of a badge. */
  readonly publicUrl: string;
  readonly limits: { readonly publish: RateLimit; readonly requests: RateLimit };
}

/** POST /v1/circuits, GET /v1/circuits/:pid. */
export function circuitRoutes(circuits: Circuits, options: CircuitRouteOptions): readonly Route[] {
  return [publishRoute(circuits, options), oneRoute(circuits, options)];
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
