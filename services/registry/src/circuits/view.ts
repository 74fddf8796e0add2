import { entityTag, failedPrecondition, type Preconditions, type Problem } from '@kirchhoff/platform';
import type { Circuit, CircuitDetail, CircuitVersionState } from './circuit.js';

/**
 * Returns a circuit as the API shows it.
 *
 * @param publicUrl origin of badge URLs; '' leaves the path alone
 */
export function circuitView(circuit: Circuit, publicUrl: string) {
  return {
    pid: circuit.pid,
    name: circuit.name,
    description: circuit.description,
    visibility: circuit.visibility,
    owner: circuit.owner,
    version: circuit.version,
    hash: circuit.hash,
    certified: circuit.certified,
    phi_c: circuit.phiC,
    assurance: circuit.assurance,
    certified_at: circuit.certifiedAt,
    engine_version: circuit.engineVersion,
    badge_url: `${publicUrl}/v1/circuits/${circuit.pid}/badge`,
    created_at: circuit.createdAt,
    updated_at: circuit.updatedAt,
  };
}

/** Returns a circuit with its source, its ports and its versions. */
export function detailView({ circuit, source, signature, versions }: CircuitDetail, publicUrl: string) {
  return { ...circuitView(circuit, publicUrl), source, signature: signatureView(signature), versions: versions.map(versionView) };
}

/** Parses the stored ports of a version. */
export function signatureView(signature: Uint8Array): unknown {
  return JSON.parse(Buffer.from(signature).toString('utf8'));
}

/** Returns the properties of a version in a list. */
export function versionView(version: CircuitVersionState) {
  return {
    version: version.version,
    hash: version.hash,
    certified: version.certified,
    phi_c: version.phiC,
    assurance: version.assurance,
    certified_at: version.certifiedAt,
    created_at: version.createdAt,
  };
}

/** The answer of GET /v1/circuits/:pid: its bytes, and the entity tag for If-Match. */
export interface CircuitRepresentation {
  readonly bytes: Uint8Array;
  readonly entityTag: string;
}

/** @param publicUrl origin of badge URLs */
export function representationOf(detail: CircuitDetail, publicUrl: string): CircuitRepresentation {
  const bytes = Buffer.from(JSON.stringify(detailView(detail, publicUrl)), 'utf8');
  return { bytes, entityTag: entityTag(bytes) };
}

/** Checks a change against the current circuit. Returns the problem; `undefined` if the change is allowed. */
export type ChangePrecondition = (current: CircuitDetail) => Problem | undefined;

/** Evaluates a request's preconditions (RFC 9110, 13) against the current representation of GET /v1/circuits/:pid. */
export function precondition(asked: Preconditions, publicUrl: string): ChangePrecondition {
  return (current) => failedPrecondition(asked, () => representationOf(current, publicUrl).entityTag, 'This circuit');
}
