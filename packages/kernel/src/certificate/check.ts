import { closureDomains } from '../graph/closure-domains.js';
import type { Core } from '../graph/graph.js';
import { ENGINE_VERSION, LANGUAGE_VERSION, MAX_CERTIFICATE_BYTES } from '../limits.js';
import { CheckMeter, OutOfWork } from '../rules/meter.js';
import { MAX_SOLVER_STEPS, MIN_QUERY_STEPS, type Solver, STEP_WEIGHTS } from '../smt/solver.js';
import { type Assurance, assuranceOf } from './assurance.js';
import { type Confirmed, GraphCheck, type PendingQuery, type ProvenGraph } from './check-graph.js';
import { decodeCertificate } from './decode.js';
import { type Certificate, type Metrics, type StructureMetrics, trustedBaseOf } from './format.js';
import { isRefusal, type Refusal, refuse } from './refusal.js';

/** A program as far as a certificate speaks of it: what `read` gives from a source. */
export interface Subject {
  readonly core: Core;
  /** SHA-256 of the canonical form, 64 lower-case hexadecimal digits. */
  readonly hash: string;
  /** The hash together with those of the components that no graph calls. */
  readonly proofKey: string;
  /** The static worst-case cost, in the unit of the language. */
  readonly cost: number;
  /** Counts that nothing rests on. */
  readonly structure: StructureMetrics;
}

/** The answer of the checker. */
export type Checked =
  /** `assurance` is the grade of the evidence that was checked, derived here. */
  | { readonly valid: true; readonly assurance: Assurance; readonly verified: number; readonly total: number }
  /** The first thing that does not follow; `verified` of `total` closure domains checked before that. */
  | ({ readonly valid: false; readonly verified: number; readonly total: number } & Refusal);

/**
 * Checks that the bytes are a proof of closure for this very core graph: that they are a certificate, that they
 * speak of this graph, that every claim follows, and every closure domain from the claims. One linear pass; it
 * searches for nothing and shares with the prover only the core graph, the catalog and the rules.
 *
 * @param certificate What `certify` gave, or anything else: hostile bytes are refused, never thrown at. One that
 * rests on a solver is refused too: see {@link checkWith}.
 * @param meter The work that the check may take, and did. Default: 8,000,000 steps.
 */
export function check(subject: Subject, certificate: Uint8Array, meter = new CheckMeter()): Checked {
  const checker = new Checker(subject, meter);
  return checker.answer(checker.checkAllButQueries(certificate) ?? checker.refuseQueries());
}

/** Like {@link check}, with a solver that answers the queries that the certificate rests on, each within its recorded limit. */
export async function checkWith(subject: Subject, certificate: Uint8Array, solver: Solver, meter = new CheckMeter()): Promise<Checked> {
  const checker = new Checker(subject, meter);
  return checker.answer(checker.checkAllButQueries(certificate) ?? (await checker.askQueries(solver)));
}

/** The steps of a check, in their order: decode, header, the proof of each graph (replay and obligations), queries. */
class Checker {
  private readonly total: number;
  private readonly confirmed: Confirmed;
  /** The weakest, until it is derived from the evidence. */
  private assurance: Assurance = 'solver';

  constructor(
    private readonly subject: Subject,
    private readonly meter: CheckMeter,
  ) {
    this.confirmed = { verified: 0, seed: subject.proofKey, queries: [], summaries: [], claims: [], meter };
    this.total = [...subject.core.components, ...subject.core.graphs].reduce((sum, graph) => sum + closureDomains(graph).length, 0);
  }

  checkAllButQueries(bytes: Uint8Array): Refusal | null {
    const certificate = decode(bytes);
    if (isRefusal(certificate)) return certificate;
    return this.checkHeader(certificate) ?? this.checkProofs(certificate) ?? this.checkLimits();
  }

  /** Without a solver no query is answered. */
  refuseQueries(): Refusal | null {
    const { queries } = this.confirmed;
    if (queries.length === 0) return null;
    this.confirmed.verified -= queries.length;
    return refuse('solver-missing', queries.length);
  }

  async askQueries(solver: Solver): Promise<Refusal | null> {
    const { queries } = this.confirmed;
    for (const [index, query] of queries.entries()) {
      const refusal = await askQuery(query, solver);
      if (refusal === null) continue;
      this.confirmed.verified -= queries.length - index;
      return refusal;
    }
    return null;
  }

  answer(refusal: Refusal | null): Checked {
    const { total } = this;
    if (refusal === null) return { valid: true, assurance: this.assurance, verified: total, total };
    return { valid: false, ...refusal, verified: this.confirmed.verified, total };
  }

  /** The certificate speaks of this graph, in the version of this checker, and what can be read off the graph is right. */
  private checkHeader(certificate: Certificate): Refusal | null {
    const { core, hash, proofKey, cost, structure } = this.subject;
    if (certificate.language !== LANGUAGE_VERSION) return refuse('other-language', certificate.language);
    if (certificate.engine !== ENGINE_VERSION) return refuse('other-engine', certificate.engine);
    if (certificate.hash !== hash || certificate.proofKey !== proofKey) return refuse('other-graph');
    const proofs = [...certificate.components, ...certificate.graphs];
    if (!areEqual(certificate.trustedBase, trustedBaseOf(proofs))) return refuse('other-trusted-base');
    this.assurance = assuranceOf(proofs);
    if (certificate.assurance !== this.assurance) return refuse('other-assurance', this.assurance);
    if (certificate.worstCaseCost !== cost) return refuse('other-cost');
    if (!areEqual(certificate.metrics, closedMetrics(structure, this.total))) return refuse('other-metrics');
    if (certificate.components.length !== core.components.length || certificate.graphs.length !== core.graphs.length)
      return refuse('other-number-of-graphs');
    return null;
  }

  /** The proofs of components first: each may rest on those before it. */
  private checkProofs(certificate: Certificate): Refusal | null {
    try {
      for (const proven of provenGraphs(this.subject.core, certificate)) {
        const refusal = new GraphCheck(proven, this.confirmed).run();
        if (refusal !== null) return refusal;
      }
      return null;
    } catch (error) {
      if (error instanceof OutOfWork) return refuse('too-much-work', this.meter.budget);
      throw error;
    }
  }

  /** To ask all queries takes no more steps than a prover may spend on them. */
  private checkLimits(): Refusal | null {
    const { queries } = this.confirmed;
    const steps = queries.reduce((sum, { encoding, limit }) => sum + Math.max(limit, MIN_QUERY_STEPS) * STEP_WEIGHTS[encoding], 0);
    return steps > MAX_SOLVER_STEPS ? refuse('queries-limit', MAX_SOLVER_STEPS) : null;
  }
}

function decode(bytes: Uint8Array): Certificate | Refusal {
  return bytes.length > MAX_CERTIFICATE_BYTES ? refuse('too-long', MAX_CERTIFICATE_BYTES) : decodeCertificate(bytes);
}

function areEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function provenGraphs(core: Core, { components, graphs }: Certificate): readonly ProvenGraph[] {
  return [
    ...core.components.flatMap((graph, component) =>
      components.slice(component, component + 1).map((proof) => ({ core, graph, part: { component }, proof })),
    ),
    ...core.graphs.flatMap((graph, index) =>
      graphs.slice(index, index + 1).map((proof) => ({ core, graph, part: { graph: index }, proof })),
    ),
  ];
}

/** Asks one query. A certificate that names another solver says nothing of this one. */
async function askQuery({ text, limit, ...named }: PendingQuery, solver: Solver): Promise<Refusal | null> {
  const { verdict } = await solver.solve(text, limit);
  if (verdict !== 'unsat') return refuse('solver-doubts', verdict);
  // Asked last: a solver that starts with its first query knows its version only then.
  if (named.solver === solver.name && named.version === solver.version) return null;
  return refuse('other-solver', `${named.solver} ${named.version}, and this is ${solver.name} ${solver.version}`);
}

/** The metrics of a program whose closure domains are all verified. */
export function closedMetrics(structure: StructureMetrics, total: number): Metrics {
  return { information_entropy: 0, closure_domains_verified: total, closure_domains_total: total, ...structure };
}
