import { encodeUtf8 } from '../catalog/io/utf8.js';
import type { Certification } from '../certificate/certification.js';
import { check, closedMetrics } from '../certificate/check.js';
import { encodeCertificate } from '../certificate/encode.js';
import { type Evidence, type GraphProof, TRUSTED_BASE } from '../certificate/format.js';
import { type ClosureDomain, closureDomains } from '../core/closure-domains.js';
import type { Graph } from '../core/graph.js';
import { structureMetrics } from '../core/metrics.js';
import type { Program } from '../core/program.js';
import type { GraphMap } from '../core/source-map.js';
import { ENGINE_VERSION, LANGUAGE_VERSION } from '../limits.js';
import { findCounterexamples } from './counterexamples.js';
import { blame } from './messages.js';
import { type Proof, type ProvenGraph, prove } from './prove.js';
import { report } from './report.js';
import { entropyOf, phiOf } from './score.js';

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
  if (openCount(proof) > 0) return open(program, proof);
  const certificate = encodeUtf8(encodeCertificate(certificateOf(program, proof)));
  const checked = check(program, certificate);
  if (!checked.valid) throw new Error(`the prover and the checker disagree: ${checked.reason}`);
  return closed(program, certificate);
}

function parts(proof: Proof): readonly ProvenGraph[] {
  return [...proof.components, ...proof.graphs];
}

function openCount(proof: Proof): number {
  return parts(proof).reduce((sum, { findings }) => sum + findings.filter(({ evidence }) => evidence === null).length, 0);
}

function certificateOf(program: Program, proof: Proof) {
  const total = parts(proof).reduce((sum, { findings }) => sum + findings.length, 0);
  return {
    language: LANGUAGE_VERSION,
    engine: ENGINE_VERSION,
    hash: program.hash,
    proofKey: program.proofKey,
    metrics: closedMetrics(program.core, total),
    worstCaseCost: program.cost,
    trustedBase: TRUSTED_BASE,
    components: proof.components.map(graphProof),
    graphs: proof.graphs.map(graphProof),
  };
}

function graphProof({ proof, findings }: ProvenGraph): GraphProof {
  return { ...proof, closure: findings.flatMap(({ evidence }) => (evidence === null ? [] : [evidence])) };
}

function open(program: Program, proof: Proof): Certification {
  const { domains, errors } = report(proof, program.sourceMap, findCounterexamples(program.core, proof));
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
