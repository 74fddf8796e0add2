import { closureDomains } from '../graph/closure-domains.js';
import type { Core } from '../graph/graph.js';
import { ENGINE_VERSION, LANGUAGE_VERSION, MAX_CERTIFICATE_BYTES } from '../limits.js';
import { CheckMeter, OutOfWork } from '../rules/meter.js';
import { MAX_SOLVER_STEPS, MIN_QUERY_STEPS, type Solver, STEP_WEIGHTS } from '../smt/solver.js';
import { describe } from '../values/json.js';
import { type Assurance, assuranceOf } from './assurance.js';
import { type Confirmed, GraphCheck, type PendingQuery, type ProvenGraph } from './check-graph.js';
import { decodeCertificate } from './decode.js';
import { type Certificate, type Metrics, type StructureMetrics, trustedBaseOf } from './format.js';
import { isRefusal, type Refusal, refuse } from './refusal.js';

/** The parts of a program that a certificate refers to, as `read` returns them for a source. */
export interface Subject {
  readonly core: Core;
  /** SHA-256 of the canonical form, 64 lower-case hexadecimal digits. */
  readonly hash: string;
  /** The hash together with those of the components that no graph calls. */
  readonly proofKey: string;
  /** The static worst-case cost, in the unit of the language. */
  readonly cost: number;
  /** Counts for information; no proof rests on them. */
  readonly structure: StructureMetrics;
}

/** The result of the checker. */
export type Checked =
  /** `assurance` is the grade of the evidence that was checked, derived here. */
  | { readonly valid: true; readonly assurance: Assurance; readonly verified: number; readonly total: number }
  /** The first thing that does not follow, after `verified` of `total` closure domains were checked. */
  | ({ readonly valid: false; readonly verified: number; readonly total: number } & Refusal);

/**
 * Checks that the bytes are a proof of closure for exactly this core graph. They must be a certificate and refer to this graph;
 * every claim must follow, and every closure domain must follow from the claims. Makes one linear pass without any search, and
 * shares with the prover only the core graph, the catalog and the rules.
 *
 * @param certificate The result of `certify`, or any other bytes: malformed bytes are refused and never cause an exception. A
 * certificate that rests on a solver is refused too: see {@link checkWith}.
 * @param meter Limits and counts the work of the check. Default: 8,000,000 steps.
 */
export function check(subject: Subject, certificate: Uint8Array, meter = new CheckMeter()): Checked {
  const checker = new Checker(subject, meter);
  return checker.answer(checker.checkAllButQueries(certificate) ?? checker.refuseQueries());
}

/** Works like {@link check}, with a solver that answers the queries of the certificate, each within its recorded limit. */
export async function checkWith(subject: Subject, certificate: Uint8Array, solver: Solver, meter = new CheckMeter()): Promise<Checked> {
  const checker = new Checker(subject, meter);
  return checker.answer(checker.checkAllButQueries(certificate) ?? (await checker.askQueries(solver)));
}

/** The steps of a check in order: decode, header, the proof of each graph (replay and obligations), queries. */
class Checker {
  private readonly total: number;
  private readonly confirmed: Confirmed;
  /** The weakest grade until the grade is derived from the evidence. */
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

  /** Refuses a certificate with queries: there is no solver to answer them. */
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

  /**
   * Checks that the certificate refers to this graph and this checker's version, and that the properties it repeats from the
   * graph are right.
   */
  private checkHeader(certificate: Certificate): Refusal | null {
    const { core, hash, proofKey, cost, structure } = this.subject;
    if (certificate.language !== LANGUAGE_VERSION) return refuse('other-language', shown(certificate.language));
    if (certificate.engine !== ENGINE_VERSION) return refuse('other-engine', shown(certificate.engine));
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

  /** Checks the proofs of components first: each may rest on those before it. */
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

  /** Checks that the queries together take no more steps than a prover may spend on them. */
  private checkLimits(): Refusal | null {
    const { queries } = this.confirmed;
    const steps = queries.reduce((sum, { encoding, limit }) => sum + Math.max(limit, MIN_QUERY_STEPS) * STEP_WEIGHTS[encoding], 0);
    return steps > MAX_SOLVER_STEPS ? refuse('queries-limit', MAX_SOLVER_STEPS) : null;
  }
}

function decode(bytes: Uint8Array): Certificate | Refusal {
  return bytes.length > MAX_CERTIFICATE_BYTES ? refuse('too-long', MAX_CERTIFICATE_BYTES) : decodeCertificate(bytes);
}

/** A version as a certificate states it; quoted and cut if it does not look like one. */
function shown(version: string): string {
  return /^[\w.+-]{1,40}$/.test(version) ? version : describe(version);
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

/** Asks one query. A certificate that names another solver proves no result for this one. */
async function askQuery({ text, limit, ...named }: PendingQuery, solver: Solver): Promise<Refusal | null> {
  const { verdict } = await solver.solve(text, limit);
  if (verdict !== 'unsat') return refuse('solver-doubts', verdict);
  // The version is compared after the query: a solver that starts with its first query knows its version only then.
  if (named.solver === solver.name && named.version === solver.version) return null;
  return refuse('other-solver', `${named.solver} ${named.version}, but this solver is ${solver.name} ${solver.version}`);
}

/** The metrics of a program whose closure domains are all verified. */
export function closedMetrics(structure: StructureMetrics, total: number): Metrics {
  return { information_entropy: 0, closure_domains_verified: total, closure_domains_total: total, ...structure };
}
