import { exactJson, jsonResponse, ok, type RateLimit, type Route, route } from '@kirchhoff/platform';
import { CERTIFICATE_SCHEMA } from '../../certification/schema.js';
import { CIRCUIT_VERSION_SCHEMA } from '../schema.js';
import { versionListRoute } from './list-route.js';
import { VERSION_PARAMETER } from './reference.js';
import type { Versions } from './service.js';
import { circuitVersionView } from './view.js';

/** GET …/versions, …/versions/:version, …/versions/:version/certificate. */
export function versionRoutes(versions: Versions, requests: RateLimit): readonly Route[] {
  return [versionListRoute(versions, requests), oneRoute(versions, requests), certificateRoute(versions, requests)];
}

function oneRoute(versions: Versions, requests: RateLimit): Route {
  return route({
    method: 'GET',
    path: '/v1/circuits/:pid/versions/:version',
    summary: 'One version with its source and its ports; by its hash also after the circuit was withdrawn',
    auth: 'optional',
    rate: requests,
    entityTag: true,
    params: { version: VERSION_PARAMETER },
    responses: { 200: jsonResponse('The version: only the state of its certification ever changes.', CIRCUIT_VERSION_SCHEMA) },
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
    summary: 'The certificate of one version; by its hash also after the circuit was withdrawn',
    auth: 'optional',
    rate: requests,
    entityTag: true,
    params: { version: VERSION_PARAMETER },
    responses: { 200: jsonResponse('The certificate, octet for octet as it was made.', CERTIFICATE_SCHEMA) },
    problems: ['not-found', 'withdrawn'],
    handler: async ({ params, caller }) => {
      const certificate = await versions.certificate(params.pid, params.version, caller?.accountId);
      return certificate instanceof Uint8Array ? exactJson(certificate) : certificate;
    },
  });
}
