import { assuranceOf } from '@kirchhoff/kernel/certificate/assurance';
import { closedMetrics, type Subject } from '@kirchhoff/kernel/certificate/check';
import { encodeCertificate } from '@kirchhoff/kernel/certificate/encode';
import { type Certificate, type GraphProof, trustedBaseOf } from '@kirchhoff/kernel/certificate/format';
import { ENGINE_VERSION, LANGUAGE_VERSION, MAX_CERTIFICATE_BYTES } from '@kirchhoff/kernel/limits';
import { type Proof, partsOf, type SearchedGraph } from './proof.js';
import { giveUp } from './stop.js';

/** A certificate with its bytes. */
export interface WrittenCertificate {
  readonly certificate: Certificate;
  readonly bytes: Uint8Array;
}

/** Returns the certificate of a proof and its bytes; if the bytes are too many, the proof marked as given up. */
export function write(subject: Subject, proof: Proof): WrittenCertificate | Proof {
  const certificate = certificateOf(subject, proof);
  const bytes = encodeCertificate(certificate, MAX_CERTIFICATE_BYTES);
  return bytes === null ? giveUp(proof, 'certificate') : { certificate, bytes };
}

/** The number of closure domains without evidence. */
export function openCount(proof: Proof): number {
  return partsOf(proof).reduce((sum, { findings }) => sum + findings.filter(({ evidence }) => evidence === null).length, 0);
}

function certificateOf(subject: Subject, proof: Proof): Certificate {
  const total = partsOf(proof).reduce((sum, { findings }) => sum + findings.length, 0);
  const components = proof.components.map(graphProof);
  const graphs = proof.graphs.map(graphProof);
  return {
    language: LANGUAGE_VERSION,
    engine: ENGINE_VERSION,
    hash: subject.hash,
    proofKey: subject.proofKey,
    assurance: assuranceOf([...components, ...graphs]),
    metrics: closedMetrics(subject.structure, total),
    worstCaseCost: subject.cost,
    trustedBase: trustedBaseOf([...components, ...graphs]),
    components,
    graphs,
  };
}

function graphProof({ proof, findings }: SearchedGraph): GraphProof {
  return { ...proof, closure: findings.map(({ evidence }) => evidence).filter((evidence) => evidence !== null) };
}
