import { claimsOf } from '@kirchhoff/kernel/certificate/claims';
import { sha256Hex } from '@kirchhoff/kernel/certificate/digest';
import type { Evidence, InductionProof } from '@kirchhoff/kernel/certificate/format';
import { run } from '@kirchhoff/kernel/evaluate/evaluate';
import type { GraphReference } from '@kirchhoff/kernel/evaluate/evaluation';
import type { ClosureDomain } from '@kirchhoff/kernel/graph/closure-domains';
import type { Core, Graph, NodeId } from '@kirchhoff/kernel/graph/graph';
import { inductionOf } from '@kirchhoff/kernel/graph/induction';
import { inlined, inlinedDomains } from '@kirchhoff/kernel/graph/inline';
import { MAX_CHECKING_WORK, OutOfWork } from '@kirchhoff/kernel/rules/meter';
import { parameterViews } from '@kirchhoff/kernel/rules/parameters';
import type { SmtRequest } from '@kirchhoff/kernel/smt/context';
import { smtQueries } from '@kirchhoff/kernel/smt/query';
import {
  MAX_GRAPH_STEPS,
  MAX_INDUCTION_STEPS,
  MAX_QUERY_STEPS,
  MAX_ROUNDS_STEPS,
  MIN_QUERY_STEPS,
  type Solver,
  type SolverAnswer,
  STEP_WEIGHTS,
} from '@kirchhoff/kernel/smt/solver';
import { tryQuery } from '@kirchhoff/kernel/smt/trials';
import type { Value } from '@kirchhoff/kernel/values/value';
import { isInDomain } from '@kirchhoff/kernel/values/within';
import { type Counterexample, failuresOf } from './counterexamples.js';
import { type Candidate, candidatesOf, without } from './inductions.js';
import { LinearObligations } from './linear/obligations.js';
import { ProvingMeter } from './meter.js';
import { inputsOf } from './models.js';
import { UNKNOWN } from './operand-facts.js';
import { type DomainFinding, isProvable, Pass, type SolverFailure } from './pass.js';
import type { Proof, SearchedGraph } from './proof.js';
import type { Stop } from './stop.js';

/** The maximal work of one step of a solver, whose steps are another unit. */
const WORK_A_STEP = 4;
const RUN_STEPS = 1_000_000;
/** The work for questions about rounds of loops: that of a check, which repeats it, and that of the solver. */
const MAX_ROUNDS_WORK = MAX_CHECKING_WORK + WORK_A_STEP * MAX_ROUNDS_STEPS;

/** The work for inductions, in the same way. */
const MAX_INDUCTION_WORK = MAX_CHECKING_WORK / 2 + WORK_A_STEP * MAX_INDUCTION_STEPS;
/** The steps that sums of inequalities may take in an induction. */
const SUMS_OF_INDUCTION = 300_000;
/** Limit for the ensures that are dropped from one induction. */
const MAX_DROPPED = 4;

const INLINED: Evidence = { by: 'inlined' };
const BY_INDUCTION: Evidence = { by: 'induction' };

/** The additions of the solver: evidence, and counterexamples that the evaluator has confirmed, by key. */
export interface Solved {
  readonly proof: Proof;
  readonly counterexamples: ReadonlyMap<string, Counterexample>;
  readonly faults: readonly EncoderFault[];
}

/** A run contradicts a query, so that the answer of the solver does not count: a fault of the engine. */
export interface EncoderFault {
  readonly part: GraphReference;
  readonly domain: ClosureDomain;
  /** The assertion that is false for the run. */
  readonly contradicted: string;
}

/**
 * Asks the solver about every closure domain that is still open and not refuted, in the order of the graphs, one encoding after
 * the other. Its budget is counted in its own steps, so that the answer does not depend on time.
 *
 * @param seed The proof key. It determines the runs that a query is tested with.
 * @param refuted Keys of closure domains (`domainKey`) that are known to fail.
 */
export async function solve(
  core: Core,
  proof: Proof,
  solver: Solver,
  seed: string,
  refuted: (part: GraphReference, finding: DomainFinding) => boolean,
): Promise<Solved> {
  const search = new Solving(core, proof, solver, seed);
  const components: SearchedGraph[] = [];
  for (const [component, proven] of proof.components.entries()) components.push(await search.graph(proven, { component }, refuted));
  const graphs: SearchedGraph[] = [];
  for (const [graph, proven] of proof.graphs.entries()) graphs.push(await search.graph(proven, { graph }, refuted));
  return { proof: { ...proof, components, graphs, stop: search.stop }, counterexamples: search.found, faults: search.faults };
}

/** Returns a limit slightly above the steps of an answer, so that the checker's repetition of the query succeeds. */
function limitFor(steps: number, most: number): number {
  return Math.min(most, Math.ceil((steps * 1.1) / MIN_QUERY_STEPS) * MIN_QUERY_STEPS);
}

/** The work that questions may take, and the weighted steps of a solver in it. */
class Allowance {
  /** The weighted steps of all queries. */
  used = 0;

  constructor(
    readonly meter: ProvingMeter,
    private readonly most: number,
  ) {}

  /** The remaining weighted steps, limited by the remaining work. */
  get left(): number {
    return Math.min(this.most - this.used, Math.floor(this.meter.left / WORK_A_STEP));
  }
}

/** The subject of a query: a graph of a core, with claims of its nodes. */
type Asked = Pick<SmtRequest, 'core' | 'graph' | 'claim' | 'hasItems'>;

type ClaimOf = ReturnType<typeof claimsOf>;

class Solving {
  readonly found = new Map<string, Counterexample>();
  readonly faults: EncoderFault[] = [];
  stop: Stop | null;
  /** For queries about graphs as they are: what the search has left. */
  private readonly plain: Allowance;
  /** For queries about rounds of loops, of all graphs. */
  private readonly ofRounds = new Allowance(ProvingMeter.of(MAX_ROUNDS_WORK), MAX_ROUNDS_STEPS);
  /** For queries about inductions, of all graphs. */
  private readonly ofInductions = new Allowance(ProvingMeter.of(MAX_INDUCTION_WORK), MAX_INDUCTION_STEPS);
  private readonly claimed: readonly ReturnType<typeof claimsOf>[];

  constructor(
    private readonly core: Core,
    private readonly proof: Proof,
    private readonly solver: Solver,
    private readonly seed: string,
  ) {
    this.stop = proof.stop;
    this.plain = new Allowance(proof.meter, MAX_GRAPH_STEPS);
    this.claimed = proof.components.map((proven) => claimsOf(proven.graph, proven.proof));
  }

  async graph(
    proven: SearchedGraph,
    part: GraphReference,
    refuted: (part: GraphReference, finding: DomainFinding) => boolean,
  ): Promise<SearchedGraph> {
    const first = await this.plainly(proven, part, refuted);
    const isOpen = first.findings.some(({ evidence }) => evidence === null);
    const isProvableAlone = first.findings.every(
      (finding) => finding.evidence !== null || (isProvable(finding.domain) && !refuted(part, finding)),
    );
    if (!('graph' in part) || !isOpen || !isProvableAlone) return first;
    const found = await this.inductively(first);
    return found.findings.some(({ evidence }) => evidence === null) ? this.inRounds(found, part) : found;
  }

  /** Closes open ensures by an induction over the rounds of loops. A proof has one induction for a graph. */
  private async inductively(proven: SearchedGraph): Promise<SearchedGraph> {
    const open = proven.findings.flatMap(({ domain, evidence }) =>
      evidence === null && domain.kind === 'contract' && domain.of === 'ensure' ? [domain.ensure] : [],
    );
    if (open.length === 0) return proven;
    const { meter } = this.ofInductions;
    const { graph } = proven;
    const claim = claimsOf(graph, proven.proof);
    const candidates = this.withinWork(this.ofInductions, () => candidatesOf(this.core, graph, claim, open, this.seed, meter)) ?? [];
    for (const candidate of candidates) {
      const induction = await this.induction(graph, claim, candidate, open);
      if (induction === null) continue;
      const findings = proven.findings.map((finding): DomainFinding => {
        const { domain, evidence } = finding;
        const isShown =
          evidence === null && domain.kind === 'contract' && domain.of === 'ensure' && induction.ensures.includes(domain.ensure);
        return isShown ? { ...finding, evidence: BY_INDUCTION, known: UNKNOWN } : finding;
      });
      return { ...proven, findings, proof: { ...proven.proof, induction } };
    }
    return proven;
  }

  /** Returns a proof of the induction, without the ensures that rounds do not keep; `null` if it shows no open one. */
  private async induction(graph: Graph, claim: ClaimOf, candidate: Candidate, open: readonly number[]): Promise<InductionProof | null> {
    let left: Candidate | null = candidate;
    for (let dropped = 0; left !== null && dropped <= MAX_DROPPED; dropped += 1) {
      const found: InductionProof | number | null = await this.tryInduction(graph, claim, left);
      if (typeof found !== 'number') return found;
      left = without(left, found, open);
    }
    return null;
  }

  /** Returns a proof of the induction, or the first ensure that is not proven; `null` if something else is not. */
  private async tryInduction(graph: Graph, claim: ClaimOf, candidate: Candidate): Promise<InductionProof | number | null> {
    const made = inductionOf(graph, candidate, claim);
    if (made === null) return null;
    const { meter } = this.ofInductions;
    const core = { ...this.core, graphs: [made.graph] };
    const pass = this.withinWork(this.ofInductions, () => {
      const parameters = parameterViews(made.graph);
      const plain = new Pass(core, made.graph, parameters, this.proof.summaries, meter);
      const left = made.domains.flatMap((domain) =>
        isProvable(domain) && 'node' in domain && plain.find(domain).evidence === null ? [domain.node] : [],
      );
      if (left.length === 0) return plain;
      const sums = new LinearObligations(meter, SUMS_OF_INDUCTION, 'plain');
      return new Pass(core, made.graph, parameters, this.proof.summaries, meter, sums, new Set(left));
    });
    if (pass === null) return null;
    const proof = pass.search.proof();
    const asked = { graph: made.graph, core, claim: claimsOf(made.graph, proof), hasItems: true };
    const closure: Evidence[] = [];
    let held = 0;
    for (const domain of made.domains) {
      const evidence = isProvable(domain) ? pass.find(domain).evidence : null;
      const found = evidence ?? (await this.ask(asked, { graph: 0 }, domain, this.ofInductions, null));
      const isHeld = domain.kind === 'contract' && domain.of === 'hold';
      if (typeof found === 'string') return isHeld ? (candidate.ensures[held % candidate.ensures.length] ?? null) : null;
      if (isHeld) held += 1;
      closure.push(found);
    }
    return { ...candidate, proof: { ...proof, closure } };
  }

  /**
   * Asks about the open domains of a graph in the graph without calls, each loop written out as rounds under conditions. A proof has
   * one graph without calls, so domains that another such graph has closed are asked about too.
   */
  private async inRounds(proven: SearchedGraph, part: GraphReference): Promise<SearchedGraph> {
    const made = inlined(this.core, proven.graph, 'guarded');
    const { meter } = this.ofRounds;
    const pass = made && this.withinWork(this.ofRounds, () => new Pass(this.core, made.graph, parameterViews(made.graph), [], meter));
    if (made === null || pass === null) return proven;
    const { graph } = made;
    const proof = pass.search.proof();
    const rounds = { graph, core: { ...this.core, graphs: [graph] }, claim: claimsOf(graph, proof), hasItems: true };
    const asked = proven.findings.filter(({ evidence }) => evidence === null || evidence.by === 'inlined');
    const closure: Evidence[] = [];
    for (const { domain } of asked) {
      const places = inlinedDomains(domain, made);
      if (places === null || !places.every(isProvable)) return proven;
      for (const place of places) {
        const evidence = pass.find(place).evidence ?? (await this.ask(rounds, { graph: 0 }, place, this.ofRounds, part));
        if (typeof evidence === 'string') return proven;
        closure.push(evidence);
      }
    }
    const closed = new Set(asked);
    return {
      ...proven,
      findings: proven.findings.map((finding) => (closed.has(finding) ? { ...finding, evidence: INLINED, known: UNKNOWN } : finding)),
      proof: { ...proven.proof, inlined: { loops: 'guarded', proof: { ...proof, closure } } },
    };
  }

  /** Asks about the open domains of a graph as it is. */
  private async plainly(
    proven: SearchedGraph,
    part: GraphReference,
    refuted: (part: GraphReference, finding: DomainFinding) => boolean,
  ): Promise<SearchedGraph> {
    const findings: DomainFinding[] = [];
    let claim: ReturnType<typeof claimsOf> | undefined;
    for (const finding of proven.findings) {
      const open = finding.evidence === null && isProvable(finding.domain) && !refuted(part, finding);
      if (open) claim ??= claimsOf(proven.graph, proven.proof);
      const answer =
        open && claim !== undefined
          ? await this.ask({ core: this.core, graph: proven.graph, claim }, part, finding.domain, this.plain)
          : null;
      if (answer === null) findings.push(finding);
      else findings.push(typeof answer === 'string' ? { ...finding, asked: answer } : { ...finding, evidence: answer, known: UNKNOWN });
    }
    return { ...proven, findings };
  }

  /**
   * @param ofProgram The graph of the program in which the inputs of a model are run, since a model may show that a closure domain
   * fails; `null` if the question is about more than one run. Default: the graph in question.
   */
  private async ask(
    about: Asked,
    part: GraphReference,
    domain: ClosureDomain,
    allowance: Allowance,
    ofProgram: GraphReference | null = part,
  ): Promise<Evidence | SolverFailure> {
    const { solver } = this;
    let asked: SolverFailure = 'no question';
    const request = {
      ...about,
      domain,
      meter: allowance.meter,
      claimIn: (component: number, node: NodeId) => this.claimed[component]?.(node) ?? ({ kind: 'never' } as const),
    };
    for (const query of this.withinWork(allowance, () => smtQueries(request)) ?? []) {
      const { encoding, text } = query;
      const weight = STEP_WEIGHTS[encoding];
      const most = Math.min(MAX_QUERY_STEPS[encoding], Math.floor(allowance.left / weight));
      if (most < MIN_QUERY_STEPS) {
        if (this.stop !== 'work') this.stop = 'solver';
        return 'no steps';
      }
      const answer = await solver.solve(text, most);
      const limit = limitFor(answer.steps, most);
      allowance.used += limit * weight;
      allowance.meter.spend(WORK_A_STEP * limit * weight, about.graph, 'node' in domain ? domain.node : null);
      if (answer.verdict === 'unsat') {
        const trials = this.withinWork(allowance, () => tryQuery(query, request, part, this.seed));
        if (trials === null) return 'no steps';
        const { runs, contradicted } = trials;
        if (contradicted !== null) {
          this.faults.push({ part, domain, contradicted });
          asked = 'contradicted';
          continue;
        }
        return { by: 'smt', encoding, digest: sha256Hex(text), solver: solver.name, version: solver.version, limit, runs };
      }
      asked = answer.verdict === 'sat' ? 'unconfirmed' : 'gave up';
      if (
        ofProgram !== null &&
        answer.verdict === 'sat' &&
        this.confirm(about.graph, ofProgram, inputsOf(query, about.graph.parameters, answer.values))
      )
        return asked;
    }
    return asked;
  }

  /** Returns `null` if the work is used up. */
  private withinWork<Result>({ meter, used }: Allowance, make: () => Result): Result | null {
    try {
      return meter.isOver ? null : make();
    } catch (error) {
      if (!(error instanceof OutOfWork)) throw error;
      this.stop = 2 * WORK_A_STEP * used > meter.budget ? 'solver' : 'work';
      return null;
    }
  }

  /** A model becomes a counterexample only after the evaluator has run it and seen a closure domain fail. */
  private confirm(graph: Graph, part: GraphReference, inputs: readonly Value[]): boolean {
    const fit = graph.parameters.every(({ domain }, index) => {
      const value = inputs[index];
      return value !== undefined && isInDomain(domain, value);
    });
    if (!fit) return false;
    const failures = failuresOf(this.core, run(this.core, part, inputs, { budget: RUN_STEPS }));
    for (const [key, counterexample] of failures) if (!this.found.has(key)) this.found.set(key, counterexample);
    return failures.size > 0;
  }
}

/** Wraps a solver so that it is asked each question once: the checker gets the same answer as the prover. */
export function remembering(solver: Solver): Solver {
  const proven = new Map<string, SolverAnswer>();
  return {
    name: solver.name,
    get version() {
      return solver.version;
    },
    solve: async (text, resourceLimit) => {
      const known = proven.get(text);
      if (known !== undefined && known.steps <= resourceLimit) return known;
      const answer = await solver.solve(text, resourceLimit);
      if (answer.verdict === 'unsat') proven.set(text, answer);
      return answer;
    },
  };
}
