import { type AbstractValue, isOfType, meet, NEVER, ofDomain } from '../abstract/abstract.js';
import type { GraphReference } from '../evaluate/evaluation.js';
import { type ClosureDomain, closureDomains } from '../graph/closure-domains.js';
import { reachingNodes } from '../graph/consumption.js';
import type { Core, Graph, NodeId } from '../graph/graph.js';
import { inductionOf } from '../graph/induction.js';
import { inlined, inlinedDomains } from '../graph/inline.js';
import { covers } from '../rules/cover.js';
import type { Environment } from '../rules/environment.js';
import { allInputsHold } from '../rules/exhaustion.js';
import type { WorkMeter } from '../rules/meter.js';
import { operandTerm, parameterNodes, parameterViews } from '../rules/parameters.js';
import type { Summary } from '../rules/state.js';
import { normalTerm } from '../rules/terms.js';
import type { SmtRequest } from '../smt/context.js';
import { smtQueries } from '../smt/query.js';
import { MAX_QUERY_STEPS } from '../smt/solver.js';
import { tryQuery } from '../smt/trials.js';
import { typeOf } from '../types/domain.js';
import { claimsOf } from './claims.js';
import { pathHolds } from './differences.js';
import { sha256Hex } from './digest.js';
import type { CaseProof, CaseSplit, Evidence, GraphProof, PassProof } from './format.js';
import { type Closed, type Obligation, ObligationPass, type PassedGraph, restsOnClaims } from './obligations.js';
import { type Refusal, refuse } from './refusal.js';

/** The claim of a proof for a node of a component. */
export type ClaimOf = (node: NodeId) => AbstractValue;

/** A query that has to be unsatisfiable for the proof to hold. */
export interface PendingQuery {
  readonly text: string;
  readonly encoding: SmtEvidence['encoding'];
  readonly limit: number;
  readonly solver: string;
  readonly version: string;
}

/** Everything that has been confirmed for the graphs of a core so far. */
export interface Confirmed {
  /** The number of confirmed closure domains. */
  verified: number;
  /** The proof key, the seed of random trials. */
  readonly seed: string;
  /** Queries that only a solver can confirm. */
  readonly queries: PendingQuery[];
  /** Limits the work of the check. */
  readonly meter: WorkMeter;
  /** By component: the facts that its callers may use, and the claims of its proof. */
  readonly summaries: Summary[];
  readonly claims: ClaimOf[];
}

/** A graph with its proof. */
export interface ProvenGraph {
  readonly core: Core;
  readonly graph: Graph;
  readonly part: GraphReference;
  readonly proof: GraphProof;
}

type SmtEvidence = Extract<Evidence, { by: 'smt' }>;

/** A graph for passes: the checked graph, or the same graph without calls. */
type Passable = Pick<PassedGraph, 'graph' | 'inputs' | 'reaching'>;

/** Evidence that rests on the claims of one pass alone. */
const IN_CASES: ReadonlySet<Evidence['by']> = new Set(['analysis', 'call', 'linear', 'states']);

/** Checks the proof of one graph: its claims must follow, and each closure domain must follow from them. */
export class GraphCheck {
  private readonly core: Core;
  readonly graph: Graph;
  private readonly proof: GraphProof;
  private readonly domains: readonly ClosureDomain[];
  readonly inputs: readonly (NodeId | undefined)[];
  readonly reaching: Uint8Array;

  constructor(
    private readonly proven: ProvenGraph,
    private readonly confirmed: Confirmed,
  ) {
    this.core = proven.core;
    this.graph = proven.graph;
    this.proof = proven.proof;
    this.domains = closureDomains(this.graph);
    this.inputs = parameterNodes(this.graph);
    this.reaching = reachingNodes(this.graph);
  }

  /**
   * Returns `null` if the proof is valid, and records its results in `confirmed`; otherwise the first thing that does not follow.
   */
  run(): Refusal | null {
    const beside = besideClaims(this.domains, this.proof.closure);
    return (
      this.checkClosure() ??
      this.checkPass() ??
      this.checkExhaustion(beside.filter(({ evidence }) => evidence.by === 'exhaustion')) ??
      this.checkCases(beside.filter(({ evidence }) => evidence.by === 'cases')) ??
      this.checkInlined(beside.filter(({ evidence }) => evidence.by === 'inlined')) ??
      this.checkInduction(beside.filter(({ evidence }) => evidence.by === 'induction')) ??
      this.checkQueries(beside.filter((each): each is Obligation<SmtEvidence> => each.evidence.by === 'smt'))
    );
  }

  /** Checks that each closure domain has evidence of a kind that may close it. */
  private checkClosure(): Refusal | null {
    const { closure, cases, inlined: withoutCalls, induction } = this.proof;
    if (this.domains.length !== closure.length) return refuse('other-closure-domains');
    if (this.domains.some(({ kind }) => kind === 'source')) return refuse('entropy-source');
    for (let i = 0; i < closure.length; i += 1) {
      const domain = this.domains[i];
      const evidence = closure[i];
      if (domain === undefined || evidence === undefined) return refuse('other-closure-domains');
      if (!mayClose(domain, evidence)) return refuse('evidence-of-other-kind', domain.kind);
    }
    if (cases !== null && !closure.some(({ by }) => by === 'cases')) return refuse('cases-unused');
    if (withoutCalls !== null && !closure.some(({ by }) => by === 'inlined')) return refuse('inlined-unused');
    return induction !== null && !closure.some(({ by }) => by === 'induction') ? refuse('induction-unused') : null;
  }

  /** Checks that the claims follow, and that each closure domain that rests on them follows from them. */
  private checkPass(): Refusal | null {
    const { domains, proof } = this;
    const pass = this.passOver(this, proof, parameterViews(this.graph), { domains, closure: proof.closure });
    const refusal = pass.run();
    this.confirmed.verified += pass.verified;
    return refusal ?? this.summarize(pass.environment);
  }

  private passOver(
    { graph, inputs, reaching }: Passable,
    proof: PassProof,
    parameters: readonly AbstractValue[],
    closed: Closed,
  ): ObligationPass {
    const { summaries, meter } = this.confirmed;
    return new ObligationPass({ ...this.proven, graph, parameters, inputs, reaching, summaries, meter }, proof, closed);
  }

  /** Runs every input; a closure domain that all runs pass is closed. */
  private checkExhaustion(obligations: readonly Obligation[]): Refusal | null {
    if (obligations.length === 0) return null;
    if (!allInputsHold(this.core, this.proven.part, this.graph, this.confirmed.meter)) return refuse('input-fails');
    this.confirmed.verified += obligations.length;
    return null;
  }

  /** Checks that the parts of a split cover the split values, and that each of the closure domains follows in every part. */
  private checkCases(obligations: readonly Obligation[]): Refusal | null {
    const { cases } = this.proof;
    if (obligations.length === 0) return null;
    if (cases === null) return refuse('cases-missing');
    const domains = obligations.map(({ domain }) => domain);
    const refusal = this.checkSplit(this, cases, parameterViews(this.graph), domains);
    if (refusal === null) this.confirmed.verified += obligations.length;
    return refusal;
  }

  /** Checks that each of the closure domains follows in the graph in which component bodies replace the calls. */
  private checkInlined(obligations: readonly Obligation[]): Refusal | null {
    if (obligations.length === 0) return null;
    if (this.proof.inlined === null) return refuse('inlined-missing');
    const made = inlined(this.core, this.graph, this.proof.inlined.loops);
    if (made === null) return refuse('not-inlined');
    const { graph } = made;
    this.confirmed.meter.spend(graph.nodes.length, this.graph, null);
    const domains: ClosureDomain[] = [];
    for (const { domain } of obligations) {
      const there = inlinedDomains(domain, made);
      if (there === null) return refuse('evidence-of-other-kind', 'a call');
      domains.push(...there);
    }
    const passable = { graph, inputs: parameterNodes(graph), reaching: reachingNodes(graph) };
    const { proof } = this.proof.inlined;
    const refusal =
      'parameter' in proof || !proof.closure.some(({ by }) => by === 'smt')
        ? this.checkSplit(passable, proof, parameterViews(graph), domains)
        : this.checkWithQueries(passable, proof, domains);
    if (refusal === null) this.confirmed.verified += obligations.length;
    return refusal;
  }

  /** Checks that each of the ensures follows from an induction over the rounds of loops, whose closure domains must all hold. */
  private checkInduction(obligations: readonly Obligation[]): Refusal | null {
    const { induction } = this.proof;
    if (obligations.length === 0) return null;
    if (induction === null) return refuse('induction-missing');
    const { ensures, proof } = induction;
    const isListed = ({ domain }: Obligation): boolean =>
      domain.kind === 'contract' && domain.of === 'ensure' && ensures.includes(domain.ensure);
    if (!obligations.every(isListed)) return refuse('induction-of-others');
    const made = inductionOf(this.graph, induction, claimsOf(this.graph, this.proof));
    if (made === null) return refuse('no-induction');
    const { graph, domains } = made;
    this.confirmed.meter.spend(graph.nodes.length, this.graph, null);
    const passable = { graph, inputs: parameterNodes(graph), reaching: reachingNodes(graph) };
    const refusal = this.checkWithQueries(passable, proof, domains);
    if (refusal === null) this.confirmed.verified += obligations.length;
    return refusal;
  }

  /** Checks one pass over a graph made from the checked one, and the queries about it that rest on the claims of that pass. */
  private checkWithQueries(passable: Passable, proof: CaseProof, domains: readonly ClosureDomain[]): Refusal | null {
    if (!('graph' in this.proven.part)) return refuse('case-on-others');
    if (proof.closure.length !== domains.length) return refuse('case-incomplete');
    if (proof.closure.some(({ by }) => by !== 'smt' && !IN_CASES.has(by))) return refuse('case-on-others');
    const asked = besideClaims(domains, proof.closure).filter((each): each is Obligation<SmtEvidence> => each.evidence.by === 'smt');
    const { graph } = passable;
    const claim = claimsOf(graph, proof);
    return (
      this.passOver(passable, proof, parameterViews(graph), { domains, closure: proof.closure }).run() ??
      this.checkQueriesAbout({ core: { ...this.core, graphs: [graph] }, graph, claim, hasItems: true }, { graph: 0 }, asked)
    );
  }

  private checkSplit(
    passable: Passable,
    cases: CaseSplit | CaseProof,
    parameters: readonly AbstractValue[],
    domains: readonly ClosureDomain[],
  ): Refusal | null {
    if (!('parameter' in cases)) return this.checkCase(passable, cases, parameters, domains);
    const view = parameters[cases.parameter];
    const declared = this.graph.parameters[cases.parameter];
    if (view === undefined || declared === undefined) return refuse('case-of-other-type');
    const parts = cases.parts.map((part) => part.view);
    if (parts.some((part) => !isOfType(part, typeOf(declared.domain)))) return refuse('case-of-other-type');
    if (!covers(parts, view)) return refuse('cases-not-covering');
    for (const part of cases.parts) {
      const refusal = this.checkSplit(passable, part.proof, parameters.with(cases.parameter, meet(view, part.view)), domains);
      if (refusal !== null) return refusal;
    }
    return null;
  }

  private checkCase(
    passable: Passable,
    proof: CaseProof,
    parameters: readonly AbstractValue[],
    domains: readonly ClosureDomain[],
  ): Refusal | null {
    if (proof.closure.length !== domains.length) return refuse('case-incomplete');
    if (proof.closure.some(({ by }) => !IN_CASES.has(by))) return refuse('case-on-others');
    return this.passOver(passable, proof, parameters, { domains, closure: proof.closure }).run();
  }

  /** Checks the queries about the graph itself. */
  private checkQueries(obligations: readonly Obligation<SmtEvidence>[]): Refusal | null {
    if (obligations.length === 0) return null;
    const { core, graph, proof } = this;
    const refusal = this.checkQueriesAbout({ core, graph, claim: claimsOf(graph, proof) }, this.proven.part, obligations);
    if (refusal === null) this.confirmed.verified += obligations.length;
    return refusal;
  }

  /** Rebuilds the queries of the evidence from a graph and its checked claims. */
  private checkQueriesAbout(
    asked: Pick<SmtRequest, 'core' | 'graph' | 'claim' | 'hasItems'>,
    part: GraphReference,
    obligations: readonly Obligation<SmtEvidence>[],
  ): Refusal | null {
    for (const { domain, evidence } of obligations) {
      const request = {
        ...asked,
        domain,
        meter: this.confirmed.meter,
        claimIn: (component: number, node: NodeId) => this.confirmed.claims[component]?.(node) ?? NEVER,
      };
      const query = smtQueries(request).find(({ encoding }) => encoding === evidence.encoding);
      if (query === undefined || sha256Hex(query.text) !== evidence.digest) return refuse('other-query');
      if (evidence.limit > MAX_QUERY_STEPS[evidence.encoding]) return refuse('query-limit');
      const { runs, contradicted } = tryQuery(query, request, part, this.confirmed.seed);
      if (contradicted !== null) return refuse('query-contradicted', contradicted);
      if (runs !== evidence.runs) return refuse('other-runs', runs);
      const { encoding, limit, solver, version } = evidence;
      this.confirmed.queries.push({ text: query.text, encoding, limit, solver, version });
    }
    return null;
  }

  /** Records the facts for callers: the claim of the result, and the exported differences, which are checked here. */
  private summarize(environment: Environment): Refusal | null {
    const { graph, proof } = this;
    if (graph.role !== 'component') return proof.exported.length === 0 ? null : refuse('export-not-implied');
    for (const { minuend, subtrahend, bound, path } of proof.exported) {
      const from = operandTerm(graph, this.inputs, minuend);
      const to = operandTerm(graph, this.inputs, subtrahend);
      if (
        from === undefined ||
        to === undefined ||
        !pathHolds(environment, normalTerm(environment, from), normalTerm(environment, to), bound, path)
      ) {
        return refuse('export-not-implied');
      }
    }
    const output = graph.outputs[0];
    const result = output === undefined || output.node === null ? NEVER : meet(environment.view(output.node), ofDomain(output.domain));
    const facts = proof.exported.map(({ minuend, subtrahend, bound }) => ({ minuend, subtrahend, bound }));
    this.confirmed.summaries.push({ result, facts });
    this.confirmed.claims.push(claimsOf(graph, proof));
    return null;
  }
}

/** The closure domains whose evidence is checked after the pass over the claims: few, since nearly all rest on the claims. */
function besideClaims(domains: readonly ClosureDomain[], closure: readonly Evidence[]): readonly Obligation[] {
  const beside: Obligation[] = [];
  for (let i = 0; i < closure.length; i += 1) {
    const domain = domains[i];
    const evidence = closure[i];
    if (domain !== undefined && evidence !== undefined && !restsOnClaims(evidence)) beside.push({ domain, evidence });
  }
  return beside;
}

/** The graph itself decides ports, and a run decides a witness. Any kind of proof may close a closure domain over values. */
function mayClose(domain: ClosureDomain, { by }: Evidence): boolean {
  if (domain.kind === 'input') return by === 'structure';
  const isRequires = domain.kind === 'contract' && domain.of === 'requires';
  return isRequires ? by === 'witness' : by !== 'structure' && by !== 'witness';
}
