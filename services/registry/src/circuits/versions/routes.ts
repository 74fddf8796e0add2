import {
  exactJson,
  jsonResponse,
  ok,
  PAGING,
  pageAnswer,
  pagedSchema,
  type RateLimit,
  type Route,
  route,
  tooDeep,
} from '@kirchhoff/platform';
import { CERTIFICATE_SCHEMA } from '../../certification/schema.js';
import { CIRCUIT_VERSION_SCHEMA, VERSION_STATE_SCHEMA } from '../schema.js';
import { versionView } from '../view.js';
import { circuitVersionView, VERSION_PARAMETER, type Versions } from './service.js';

const VERSION_PAGE_SCHEMA = pagedSchema('VersionPage', 'versions', VERSION_STATE_SCHEMA);

/** GET /v1/circuits/:pid/versions. */
export function versionListRoute(versions: Versions, requests: RateLimit): Route {
  return route({
    method: 'GET',
    path: '/v1/circuits/:pid/versions',
    summary: 'The versions of a circuit, newest first',
    auth: 'optional',
    rate: requests,
    entityTag: true,
    query: {
      type: 'object',
      additionalProperties: false,
      properties: {
        ...PAGING,
        as_of: { type: 'integer', minimum: 1, description: 'The newest version on the first page: newer ones are omitted.' },
      },
    },
    responses: { 200: jsonResponse('One page of versions.', VERSION_PAGE_SCHEMA, ['Link']) },
    problems: ['not-found', 'withdrawn'],
    handler: async ({ params, query, caller }) => {
      const { as_of: asOf, ...request } = query;
      const refused = tooDeep(request);
      if (refused !== undefined) return refused;
      const found = await versions.page(params.pid, caller?.accountId, { ...request, asOf });
      if (found.kind === 'problem') return found;
      const page = { items: found.versions.map(versionView), counted: found.total };
      return pageAnswer(`/v1/circuits/${params.pid}/versions`, 'versions', page, request, { as_of: String(found.total) });
    },
  });
}

/** GET …/versions, …/versions/:version, …/versions/:version/certificate. */
export function versionRoutes(versions: Versions, requests: RateLimit): readonly Route[] {
  return [versionListRoute(versions, requests), oneRoute(versions, requests), certificateRoute(versions, requests)];
}

function oneRoute(versions: Versions, requests: RateLimit): Route {
  return route({
    method: 'GET',
    path: '/v1/circuits/:pid/versions/:version',
    summary: 'One version with its source and its ports; by its hash even after the circuit was withdrawn',
    auth: 'optional',
    rate: requests,
    entityTag: true,
    params: { version: VERSION_PARAMETER },
    responses: { 200: jsonResponse('The version. Only its certification can change later.', CIRCUIT_VERSION_SCHEMA) },
    problems: ['not-found', 'withdrawn'],
    handler: async ({ params, caller }) => {
      const found = await versions.find(params.pid, params.version, caller?.accountId);
      return found.kind === 'problem' ? found : ok(circuitVersionView(found.version));
    },
  });
}

function certificateRoute(versions: Versions, requests: RateLimit): Route {
  return route({
    method: 'GET',
    path: '/v1/circuits/:pid/versions/:version/certificate',
    summary: 'The certificate of one version; by its hash even after the circuit was withdrawn',
    auth: 'optional',
    rate: requests,
    entityTag: true,
    params: { version: VERSION_PARAMETER },
    responses: { 200: jsonResponse('The certificate, byte for byte as it was created.', CERTIFICATE_SCHEMA) },
    problems: ['not-found', 'withdrawn'],
    handler: async ({ params, caller }) => {
      const certificate = await versions.certificate(params.pid, params.version, caller?.accountId);
      return certificate instanceof Uint8Array ? exactJson(certificate) : certificate;
    },
  });
}
