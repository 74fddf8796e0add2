import { type Checked, check, checkWith } from '@kirchhoff/kernel/certificate/check';
import { decodeCertificate } from '@kirchhoff/kernel/certificate/decode';
import { isRefusal } from '@kirchhoff/kernel/certificate/refusal';
import type { GraphReference } from '@kirchhoff/kernel/evaluate/evaluation';
import type { Solver } from '@kirchhoff/kernel/smt/solver';
import type { Program } from '@kirchhoff/language/program/program';
import { type Counterexample, domainKey, findCounterexamples } from './counterexamples.js';
import type { DomainFinding } from './pass.js';
import { prove } from './prove.js';
import { provenOfRules, provenOfRulesWith } from './prove-rules.js';
import type { Certification } from './report/certification.js';
import { certifiedReport, openReport, withFaults } from './results.js';
import { remembering, solve } from './solve.js';
import { giveUp } from './stop.js';
import { openCount, type WrittenCertificate, write } from './written.js';

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
  if (options.reuse !== undefined && check(program, options.reuse).valid) return closedAlone(program, decoded(options.reuse));
  const proof = prove(program.core);
  if (openCount(proof) > 0) return openReport(program, proof, findCounterexamples(program.core, proof));
  const found = write(program, proof);
  if (!('certificate' in found)) return openReport(program, found, new Map());
  if (!isConfirmed(check(program, found.bytes))) return openReport(program, giveUp(proof, 'checking'), new Map());
  return closedAlone(program, found);
}

function closedAlone(program: Program, { certificate, bytes }: WrittenCertificate): Certification {
  return certifiedReport(program, certificate, bytes, provenOfRules(program, certificate.graphs));
}

/** Like {@link certify}, but asks a solver about the domains that the other layers leave open. */
export async function certifyWith(program: Program, solver: Solver, options: CertifyOptions = {}): Promise<Certification> {
  const known = remembering(solver);
  if (options.reuse !== undefined && (await checkWith(program, options.reuse, known)).valid) {
    return closedWith(program, decoded(options.reuse), known);
  }
  const first = prove(program.core);
  const seen = openCount(first) > 0 ? findCounterexamples(program.core, first) : new Map<string, Counterexample>();
  const isRefuted = (part: GraphReference, { domain }: DomainFinding): boolean => seen.has(domainKey(part, domain));
  const { proof, counterexamples, faults } = await solve(program.core, first, known, program.proofKey, isRefuted);
  if (openCount(proof) > 0) return withFaults(program, faults, openReport(program, proof, new Map([...counterexamples, ...seen])));
  const found = write(program, proof);
  if (!('certificate' in found)) return openReport(program, found, new Map());
  const checked = await checkWith(program, found.bytes, known);
  return withFaults(
    program,
    faults,
    isConfirmed(checked) ? await closedWith(program, found, known) : openReport(program, giveUp(proof, 'checking'), new Map()),
  );
}

async function closedWith(program: Program, { certificate, bytes }: WrittenCertificate, solver: Solver): Promise<Certification> {
  return certifiedReport(program, certificate, bytes, await provenOfRulesWith(program, certificate.graphs, solver));
}

/**
 * Returns false if checking takes too long. Throws if the checker rejects the proof, since that is a fault of the engine and not
 * a verdict.
 */
function isConfirmed(checked: Checked): boolean {
  if (!checked.valid && checked.refused !== 'too-much-work') throw new Error(`the prover and the checker disagree: ${checked.reason}`);
  return checked.valid;
}

/** Decodes a certificate that the checker has accepted. */
function decoded(bytes: Uint8Array): WrittenCertificate {
  const certificate = decodeCertificate(bytes);
  if (isRefusal(certificate)) throw new Error('a checked certificate cannot be decoded');
  return { certificate, bytes };
}
