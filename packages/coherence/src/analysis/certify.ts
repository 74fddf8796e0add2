import { encodeUtf8 } from '../catalog/io/utf8.js';
import type { Certification, Checked } from '../certificate/certification.js';
import { check, checkWith, closedMetrics } from '../certificate/check.js';
import { encodeCertificate } from '../certificate/encode.js';
import { type Evidence, type GraphProof, trustedBaseOf } from '../certificate/format.js';
import { type ClosureDomain, closureDomains } from '../core/closure-domains.js';
import type { Graph } from '../core/graph.js';
import { structureMetrics } from '../core/metrics.js';
import type { Program } from '../core/program.js';
import type { GraphMap } from '../core/source-map.js';
import type { GraphReference } from '../evaluate/evaluation.js';
import { ENGINE_VERSION, LANGUAGE_VERSION } from '../limits.js';
import type { Solver } from '../smt/solver.js';
import { type Counterexample, type Counterexamples, domainKey, findCounterexamples } from './counterexamples.js';
import { blame } from './messages.js';
import type { Finding } from './pass.js';
import { type Proof, type ProvenGraph, prove } from './prove.js';
import { report } from './report.js';
import { entropyOf, phiOf } from './score.js';
import { solve } from './solve.js';

export interface CertifyOptions {
  /** A certificate of a program with the same `proofKey`: it is checked instead of searching for a proof anew. */
  readonly reuse?: Uint8Array;
}

/**
 * Decides closure. A program is certified only where the prover found a proof and the checker, which shares none
 * of its search, has followed it. The same program gives the same bytes on every machine; the work is bounded by
 * counts of steps, never by time.
 */
export function certify(program: Program, options: CertifyOptions = {}): Certification {
  if (options.reuse !== undefined && check(program, options.reuse).valid) return closed(program, options.reuse);
  const proof = prove(program.core);
  if (openCount(proof) > 0) return open(program, proof, findCounterexamples(program.core, proof));
  const certificate = certificateOf(program, proof);
  confirm(check(program, certificate));
  return closed(program, certificate);
}

/** Like {@link certify}, with a solver for what the other layers leave open. */
export async function certifyWith(program: Program, solver: Solver, options: CertifyOptions = {}): Promise<Certification> {
  if (options.reuse !== undefined && (await checkWith(program, options.reuse, solver)).valid) return closed(program, options.reuse);
  const first = prove(program.core);
  const seen = openCount(first) > 0 ? findCounterexamples(program.core, first) : new Map<string, Counterexample>();
  const isRefuted = (part: GraphReference, { domain }: Finding): boolean => seen.has(domainKey(part, domain));
  const { proof, counterexamples } = await solve(program.core, first, solver, isRefuted);
  if (openCount(proof) > 0) return open(program, proof, new Map([...counterexamples, ...seen]));
  const certificate = certificateOf(program, proof);
  confirm(await checkWith(program, certificate, solver));
  return closed(program, certificate);
}

/** A proof that the checker does not follow is a bug of ours, and no verdict. */
function confirm(checked: Checked): void {
  if (!checked.valid) throw new Error(`the prover and the checker disagree: ${checked.reason}`);
}

function parts(proof: Proof): readonly ProvenGraph[] {
  return [...proof.components, ...proof.graphs];
}

function openCount(proof: Proof): number {
  return parts(proof).reduce((sum, { findings }) => sum + findings.filter(({ evidence }) => evidence === null).length, 0);
}

function certificateOf(program: Program, proof: Proof): Uint8Array {
  const total = parts(proof).reduce((sum, { findings }) => sum + findings.length, 0);
  const components = proof.components.map(graphProof);
  const graphs = proof.graphs.map(graphProof);
  const certificate = {
    language: LANGUAGE_VERSION,
    engine: ENGINE_VERSION,
    hash: program.hash,
    proofKey: program.proofKey,
    metrics: closedMetrics(program.core, total),
    worstCaseCost: program.cost,
    trustedBase: trustedBaseOf([...components, ...graphs]),
    components,
    graphs,
  };
  return encodeUtf8(encodeCertificate(certificate));
}

function graphProof({ proof, findings }: ProvenGraph): GraphProof {
  return { ...proof, closure: findings.flatMap(({ evidence }) => (evidence === null ? [] : [evidence])) };
}

function open(program: Program, proof: Proof, counterexamples: Counterexamples): Certification {
  const { domains, errors } = report(proof, program.sourceMap, counterexamples);
  const verified = domains.filter(({ verdict }) => verdict === 'verified').length;
  return {
    certified: false,
    phi_c: phiOf(verified, domains.length),
    hash: program.hash,
    tce_metrics: {
      information_entropy: parts(proof).reduce((sum, proven) => sum + entropyOf(proven), 0),
      closure_domains_verified: verified,
      closure_domains_total: domains.length,
      ...structureMetrics(program.core),
    },
    worst_case_cost: program.cost,
    closure_domains: domains,
    errors,
    warnings: program.warnings,
    certificate: null,
  };
}

/** Names and lines come from this program's own source, also where the proof was found for another with the same graph. */
function closed(program: Program, certificate: Uint8Array): Certification {
  const { core, sourceMap } = program;
  const domains = [
    ...core.components.flatMap((graph, i) => verifiedDomains(graph, sourceMap.components[i])),
    ...core.graphs.flatMap((graph, i) => verifiedDomains(graph, sourceMap.graphs[i])),
  ];
  return {
    certified: true,
    phi_c: 1,
    hash: program.hash,
    tce_metrics: closedMetrics(core, domains.length),
    worst_case_cost: program.cost,
    closure_domains: domains.toSorted((a, b) => a.line - b.line || a.column - b.column),
    errors: [],
    warnings: program.warnings,
    certificate,
  };
}

function verifiedDomains(graph: Graph, map: GraphMap | undefined): Certification['closure_domains'] {
  if (map === undefined) throw new Error('the source map does not belong to the core');
  return closureDomains(graph).map((closureDomain) => {
    const { domain, line, column } = blame(graph, map, closureDomain);
    return { kind: closureDomain.kind, domain, line, column, verdict: 'verified', by: layerOf(closureDomain) };
  });
}

/** What closes a closure domain of this kind. */
function layerOf(domain: ClosureDomain): Evidence['by'] {
  if (domain.kind === 'input') return 'structure';
  return domain.kind === 'contract' && domain.of === 'requires' ? 'witness' : 'analysis';
}
