import { assuranceOf } from '@kirchhoff/kernel/certificate/assurance';
import { type Checked, check, checkWith, closedMetrics } from '@kirchhoff/kernel/certificate/check';
import { decodeCertificate } from '@kirchhoff/kernel/certificate/decode';
import { encodeCertificate } from '@kirchhoff/kernel/certificate/encode';
import { type Certificate, type GraphProof, trustedBaseOf } from '@kirchhoff/kernel/certificate/format';
import { isRefusal } from '@kirchhoff/kernel/certificate/refusal';
import type { GraphReference } from '@kirchhoff/kernel/evaluate/evaluation';
import { ENGINE_VERSION, LANGUAGE_VERSION, MAX_CERTIFICATE_BYTES } from '@kirchhoff/kernel/limits';
import type { Solver } from '@kirchhoff/kernel/smt/solver';
import type { Program } from '@kirchhoff/language/program/program';
import { type Counterexample, domainKey, findCounterexamples } from './counterexamples.js';
import type { Finding } from './pass.js';
import { type Proof, type ProvenGraph, partsOf } from './proof.js';
import { prove } from './prove.js';
import type { Certification } from './report/certification.js';
import { closed, open, withFaults } from './results.js';
import { remembering, solve } from './solve.js';
import { giveUp } from './stop.js';

export interface CertifyOptions {
  /** A certificate of a program with the same `proofKey`: it is checked instead of searching for a proof anew. */
  readonly reuse?: Uint8Array;
}

/**
 * Decides closure. A program is certified only if the prover found a proof and the checker has followed it. The checker contains
 * no part of the search. The same program gives the same bytes on every machine; the work is limited by counts of steps, never by
 * time.
 */
export function certify(program: Program, options: CertifyOptions = {}): Certification {
  if (options.reuse !== undefined && check(program, options.reuse).valid) return reused(program, options.reuse);
  const proof = prove(program.core);
  if (openCount(proof) > 0) return open(program, proof, findCounterexamples(program.core, proof));
  const found = write(program, proof);
  if (!('certificate' in found)) return open(program, found, new Map());
  const { certificate, bytes } = found;
  return isConfirmed(check(program, bytes)) ? closed(program, certificate, bytes) : open(program, giveUp(proof, 'checking'), new Map());
}

/** Like {@link certify}, but asks a solver about the domains that the other layers leave open. */
export async function certifyWith(program: Program, solver: Solver, options: CertifyOptions = {}): Promise<Certification> {
  if (options.reuse !== undefined && (await checkWith(program, options.reuse, solver)).valid) return reused(program, options.reuse);
  const known = remembering(solver);
  const first = prove(program.core);
  const seen = openCount(first) > 0 ? findCounterexamples(program.core, first) : new Map<string, Counterexample>();
  const isRefuted = (part: GraphReference, { domain }: Finding): boolean => seen.has(domainKey(part, domain));
  const { proof, counterexamples, faults } = await solve(program.core, first, known, program.proofKey, isRefuted);
  if (openCount(proof) > 0) return withFaults(program, faults, open(program, proof, new Map([...counterexamples, ...seen])));
  const found = write(program, proof);
  if (!('certificate' in found)) return open(program, found, new Map());
  const { certificate, bytes } = found;
  const checked = await checkWith(program, bytes, known);
  return withFaults(
    program,
    faults,
    isConfirmed(checked) ? closed(program, certificate, bytes) : open(program, giveUp(proof, 'checking'), new Map()),
  );
}

/** Returns the certificate of a proof and its bytes; if the bytes are too many, the proof marked as given up. */
function write(program: Program, proof: Proof): { readonly certificate: Certificate; readonly bytes: Uint8Array } | Proof {
  const certificate = certificateOf(program, proof);
  const bytes = encodeCertificate(certificate, MAX_CERTIFICATE_BYTES);
  return bytes === null ? giveUp(proof, 'certificate') : { certificate, bytes };
}

/**
 * Returns false if checking takes too long. Throws if the checker rejects the proof, since that is a fault of the engine and not
 * a verdict.
 */
function isConfirmed(checked: Checked): boolean {
  if (!checked.valid && checked.refused !== 'too-much-work') throw new Error(`the prover and the checker disagree: ${checked.reason}`);
  return checked.valid;
}

function openCount(proof: Proof): number {
  return partsOf(proof).reduce((sum, { findings }) => sum + findings.filter(({ evidence }) => evidence === null).length, 0);
}

function certificateOf(program: Program, proof: Proof): Certificate {
  const total = partsOf(proof).reduce((sum, { findings }) => sum + findings.length, 0);
  const components = proof.components.map(graphProof);
  const graphs = proof.graphs.map(graphProof);
  return {
    language: LANGUAGE_VERSION,
    engine: ENGINE_VERSION,
    hash: program.hash,
    proofKey: program.proofKey,
    assurance: assuranceOf([...components, ...graphs]),
    metrics: closedMetrics(program.structure, total),
    worstCaseCost: program.cost,
    trustedBase: trustedBaseOf([...components, ...graphs]),
    components,
    graphs,
  };
}

/** Returns the answer for an earlier certificate that the checker has accepted. */
function reused(program: Program, bytes: Uint8Array): Certification {
  const certificate = decodeCertificate(bytes);
  if (isRefusal(certificate)) throw new Error('a checked certificate cannot be decoded');
  return closed(program, certificate, bytes);
}

function graphProof({ proof, findings }: ProvenGraph): GraphProof {
  return { ...proof, closure: findings.map(({ evidence }) => evidence).filter((evidence) => evidence !== null) };
}
