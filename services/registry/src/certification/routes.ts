import {
  accepted,
  exactJson,
  jsonResponse,
  type Outcome,
  parseIdentifier,
  problem,
  quotaFields,
  type RateLimit,
  type Route,
  route,
} from '@kirchhoff/platform';
import { noSuchCircuit, parsePid } from '../circuits/identifier.js';
import { prefersAsynchronous } from './prefer.js';
import { ACCEPTED_SCHEMA, CERTIFICATE_SCHEMA, CERTIFICATION_SCHEMA, RESULT_SCHEMA } from './schema.js';
import type { Certifications, Requested } from './service.js';
import { certificationJson } from './view.js';

/** POST …/certify, GET …/certificate, GET /v1/certifications/:id. */
export function certificationRoutes(certifications: Certifications, requests: RateLimit): readonly Route[] {
  return [certifyRoute(certifications, requests), certificateRoute(certifications, requests), oneRoute(certifications, requests)];
}

function certifyRoute(certifications: Certifications, requests: RateLimit): Route {
  return route({
    method: 'POST',
    path: '/v1/circuits/:pid/certify',
    summary: 'Proves the current version: 200 with the result, or 202 where that takes longer than the wait',
    auth: 'required',
    scope: 'certify',
    rate: requests,
    idempotency: 'answer',
    headers: { Prefer: { description: '`respond-async`: do not wait for the result (RFC 7240).', schema: { type: 'string' } } },
    responses: {
      200: jsonResponse('What the proof came to: closed, or open and why.', RESULT_SCHEMA),
      202: jsonResponse('The run goes on: its address says how far it has come.', ACCEPTED_SCHEMA, ['Location']),
    },
    problems: ['not-found', 'not-owner', 'withdrawn', 'quota-exceeded', 'certification-failed'],
    handler: async ({ params, caller, header, ...request }) => {
      const pid = parsePid(params.pid);
      if (pid === undefined) return noSuchCircuit();
      const asynchronous = prefersAsynchronous(header('prefer'));
      const { accountId, keyId } = caller;
      const requested = await certifications.certify({ ...request, pid, accountId, keyId, asynchronous });
      return requested.kind === 'problem' ? requested : answer(pid, requested, asynchronous);
    },
  });
}

function answer(pid: string, { certificationId, quota, progress }: Requested, asynchronous: boolean): Outcome {
  const location = `/v1/certifications/${certificationId}`;
  const fields = quota === undefined ? {} : quotaFields('certification', quota);
  switch (progress.status) {
    case 'done':
      return exactJson(progress.result, fields);
    case 'failed':
      return problem('certification-failed', 'The run was ended by our side, twice, and is not counted.', {
        headers: { Location: location },
        members: { certification_id: certificationId },
      });
    case 'queued':
    case 'running':
      return accepted(
        location,
        { pid, certification_id: certificationId, status: progress.status },
        { ...fields, ...(asynchronous ? { 'Preference-Applied': 'respond-async' } : {}) },
      );
  }
}

function certificateRoute(certifications: Certifications, requests: RateLimit): Route {
  return route({
    method: 'GET',
    path: '/v1/circuits/:pid/certificate',
    summary: 'The certificate of the current version: what anyone needs to check the proof without us',
    auth: 'optional',
    rate: requests,
    entityTag: true,
    responses: { 200: jsonResponse('The certificate, octet for octet as it was made.', CERTIFICATE_SCHEMA) },
    problems: ['not-found', 'withdrawn'],
    handler: async ({ params, caller }) => {
      const certificate = await certifications.currentCertificate(params.pid, caller?.accountId);
      return certificate instanceof Uint8Array ? exactJson(certificate) : certificate;
    },
  });
}

function oneRoute(certifications: Certifications, requests: RateLimit): Route {
  return route({
    method: 'GET',
    path: '/v1/certifications/:id',
    summary: 'How far a certification has come, and its result',
    auth: 'required',
    rate: requests,
    responses: { 200: jsonResponse('How far it has come.', CERTIFICATION_SCHEMA) },
    problems: ['not-found'],
    handler: async ({ params, caller }) => {
      const id = parseIdentifier('certification', params.id);
      const found = id === undefined ? undefined : await certifications.find(id, caller.accountId);
      return found === undefined ? problem('not-found', 'This account has no such certification.') : exactJson(certificationJson(found));
    },
  });
}
