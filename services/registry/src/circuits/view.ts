import type { Circuit, CircuitDetail, CircuitVersionState } from './circuit.js';

/**
 * A circuit as the API shows it.
 * @param publicUrl what comes before the path of a badge; '' leaves the path alone
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
    badge_url: `${publicUrl}/v1/circuits/${circuit.pid}/badge`,
    created_at: circuit.createdAt,
    updated_at: circuit.updatedAt,
  };
}

/** A circuit with its source, its ports and its versions. */
export function detailView({ circuit, source, signature, versions }: CircuitDetail, publicUrl: string) {
  return { ...circuitView(circuit, publicUrl), source, signature: signatureView(signature), versions: versions.map(versionView) };
}

/** The ports of a version, from the bytes that are kept of them. */
export function signatureView(signature: Uint8Array): unknown {
  return JSON.parse(Buffer.from(signature).toString('utf8'));
}

/** The fields of a version in a list. */
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
