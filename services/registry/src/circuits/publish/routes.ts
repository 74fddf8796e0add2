import { created, filesOf, jsonResponse, ok, originOf, type RateLimit, type Route, route } from '@kirchhoff/platform';
import { DESCRIPTION_FIELD, EXAMPLE_SOURCE, FILES_FIELD, NAME_FIELD, SOURCE_FIELD, VISIBILITY_FIELD } from '../fields.js';
import { CIRCUIT_SCHEMA } from '../schema.js';
import { circuitView } from '../view.js';
import type { Publications } from './service.js';

export interface PublishOptions {
  /** The origin of badge URLs. */
  readonly publicUrl: string;
  readonly limits: { readonly publish: RateLimit };
}

/** POST /v1/circuits. */
export function publishRoute(publications: Publications, { publicUrl, limits }: PublishOptions): Route {
  return route({
    method: 'POST',
    path: '/v1/circuits',
    summary: 'Publishes a circuit: the source is parsed, typed, costed and hashed at once, and not certified yet',
    auth: 'required',
    scope: 'publish',
    rate: limits.publish,
    idempotency: 'answer',
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['name', 'source'],
      properties: {
        name: NAME_FIELD,
        source: SOURCE_FIELD,
        files: FILES_FIELD,
        description: { ...DESCRIPTION_FIELD, default: '' },
        visibility: { ...VISIBILITY_FIELD, default: 'public' },
      },
    },
    example: { name: 'fee', source: EXAMPLE_SOURCE, description: 'A fee of 2.5 %', visibility: 'public' },
    responses: {
      201: jsonResponse('The new circuit.', CIRCUIT_SCHEMA, ['Location']),
      200: jsonResponse('The circuit that exists: of the same owner, with the same name and the same source.', CIRCUIT_SCHEMA),
    },
    problems: ['conflict', 'storage-exceeded', 'invalid-program', 'busy', 'guard-exceeded'],
    handler: async ({ body, caller, requestId, traceparent, newIdentifier, share }) => {
      const pid = newIdentifier('circuit');
      const publication = { pid, origin: originOf(caller, requestId), share, traceparent, ...body, files: filesOf(body.files) };
      const published = await publications.publish(publication);
      if (published.kind === 'problem') return published;
      const view = circuitView(published.circuit, publicUrl);
      return published.kind === 'created' ? created(`/v1/circuits/${view.pid}`, view) : ok(view);
    },
  });
}
