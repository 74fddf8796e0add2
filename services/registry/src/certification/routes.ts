import { exactJson, jsonResponse, problem, type RateLimit, type Route, route } from '@kirchhoff/platform';
import type { CircuitLookup } from '../circuits/lookup.js';
import type { RunRequests } from '../runs/requests.js';
import { REQUIRE_CLOSED, runRoutes } from '../runs/routes.js';
import type { CertificateRepository } from './result.js';
import { CERTIFICATE_SCHEMA, RESULT_SCHEMA } from './schema.js';

export interface CertificationRoutesDeps {
  readonly certifications: RunRequests;
  readonly circuits: CircuitLookup;
  readonly certificates: CertificateRepository;
}

/** POST …/certify, GET /v1/certifications/:id, GET …/certificate. */
export function certificationRoutes(deps: CertificationRoutesDeps, requests: RateLimit): readonly Route[] {
  return [
    ...runRoutes(deps.certifications, {
      action: 'certify',
      scope: 'certify',
      query: REQUIRE_CLOSED,
      summary: 'Proves the current version: 200 with the result, or 202 if that takes longer than the waiting time',
      answers: 'The result: closed, or open with the reasons.',
      result: RESULT_SCHEMA,
      refusal: 'not-owner',
      requests,
    }),
    certificateRoute(deps, requests),
  ];
}

function certificateRoute({ circuits, certificates }: CertificationRoutesDeps, requests: RateLimit): Route {
  return route({
    method: 'GET',
    path: '/v1/circuits/:pid/certificate',
    summary: 'The certificate of the current version, with which anyone can check the proof independently',
    auth: 'optional',
    rate: requests,
    entityTag: true,
    responses: { 200: jsonResponse('The certificate, byte for byte as it was created.', CERTIFICATE_SCHEMA) },
    problems: ['not-found', 'withdrawn'],
    handler: async ({ params, caller }) => {
      const found = await circuits.find(params.pid, caller?.accountId);
      if (found.kind === 'problem') return found;
      const certificate = await certificates.current(params.pid, found.circuit.version);
      return certificate === undefined ? problem('not-found', 'The current version has no certificate.') : exactJson(certificate);
    },
  });
}
