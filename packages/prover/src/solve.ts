import { claimsOf } from '@kirchhoff/kernel/certificate/claims';
import { sha256Hex } from '@kirchhoff/kernel/certificate/digest';
import type { Evidence } from '@kirchhoff/kernel/certificate/format';
import { run } from '@kirchhoff/kernel/evaluate/evaluate';
import type { GraphReference } from '@kirchhoff/kernel/evaluate/evaluation';
import type { ClosureDomain } from '@kirchhoff/kernel/graph/closure-domains';
import type { Core, NodeId } from '@kirchhoff/kernel/graph/graph';
import { OutOfWork } from '@kirchhoff/kernel/rules/meter';
import type { SmtRequest } from '@kirchhoff/kernel/smt/context';
import { smtQueries } from '@kirchhoff/kernel/smt/query';
import {
  MAX_QUERY_STEPS,
  MAX_SOLVER_STEPS,
  MIN_QUERY_STEPS,
  type Solver,
  type SolverAnswer,
  STEP_WEIGHTS,
} from '@kirchhoff/kernel/smt/solver';
import { tryQuery } from '@kirchhoff/kernel/smt/trials';
import type { Value } from '@kirchhoff/kernel/values/value';
import { isInDomain } from '@kirchhoff/kernel/values/within';
import { type Counterexample, failuresOf } from './counterexamples.js';
import type { ProvingMeter } from './meter.js';
import { inputsOf } from './models.js';
import { UNKNOWN } from './operand-facts.js';
import { type DomainFinding, isProvable, type SolverFailure } from './pass.js';
import type { Proof, SearchedGraph } from './proof.js';
import type { Stop } from './stop.js';

/** The maximal work of one step of a solver, whose steps are another unit. */
const WORK_A_STEP = 4;
const RUN_STEPS = 1_000_000;

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

class Solving {
  readonly found = new Map<string, Counterexample>();
  readonly faults: EncoderFault[] = [];
  stop: Stop | null;
  /** The weighted steps of all queries. */
  private used = 0;
  private readonly meter: ProvingMeter;
  private readonly claimed: readonly ReturnType<typeof claimsOf>[];

  constructor(
    private readonly core: Core,
    proof: Proof,
    private readonly solver: Solver,
    private readonly seed: string,
  ) {
    this.stop = proof.stop;
    this.meter = proof.meter;
    this.claimed = proof.components.map((proven) => claimsOf(proven.graph, proven.proof));
  }

  async graph(
    proven: SearchedGraph,
    part: GraphReference,
    refuted: (part: GraphReference, finding: DomainFinding) => boolean,
  ): Promise<SearchedGraph> {
    const findings: DomainFinding[] = [];
    let claim: ReturnType<typeof claimsOf> | undefined;
    for (const finding of proven.findings) {
      const open = finding.evidence === null && isProvable(finding.domain) && !refuted(part, finding);
      if (open) claim ??= claimsOf(proven.graph, proven.proof);
      const answer = open && claim !== undefined ? await this.ask(proven, part, finding, claim) : null;
      if (answer === null) findings.push(finding);
      else findings.push(typeof answer === 'string' ? { ...finding, asked: answer } : { ...finding, evidence: answer, known: UNKNOWN });
    }
    return { ...proven, findings };
  }

  /** The remaining weighted steps, limited by the remaining work. */
  private get left(): number {
    return Math.min(MAX_SOLVER_STEPS - this.used, Math.floor(this.meter.left / WORK_A_STEP));
  }

  private async ask(
    proven: SearchedGraph,
    part: GraphReference,
    { domain }: DomainFinding,
    claim: SmtRequest['claim'],
  ): Promise<Evidence | SolverFailure> {
    const { solver } = this;
    let asked: SolverFailure = 'no question';
    const request = {
      core: this.core,
      graph: proven.graph,
      domain,
      claim,
      meter: this.meter,
      claimIn: (component: number, node: NodeId) => this.claimed[component]?.(node) ?? ({ kind: 'never' } as const),
    };
    for (const query of this.withinWork(() => smtQueries(request)) ?? []) {
      const { encoding, text } = query;
      const weight = STEP_WEIGHTS[encoding];
      const most = Math.min(MAX_QUERY_STEPS[encoding], Math.floor(this.left / weight));
      if (most < MIN_QUERY_STEPS) {
        if (this.stop !== 'work') this.stop = 'solver';
        return 'no steps';
      }
      const answer = await solver.solve(text, most);
      const limit = limitFor(answer.steps, most);
      this.used += limit * weight;
      this.meter.spend(WORK_A_STEP * limit * weight, proven.graph, 'node' in domain ? domain.node : null);
      if (answer.verdict === 'unsat') {
        const trials = this.withinWork(() => tryQuery(query, request, part, this.seed));
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
      if (answer.verdict === 'sat' && this.confirm(proven, part, inputsOf(query, proven.graph.parameters, answer.values))) return asked;
    }
    return asked;
  }

  /** Returns `null` if the work is used up. */
  private withinWork<Result>(make: () => Result): Result | null {
    try {
      return this.meter.isOver ? null : make();
    } catch (error) {
      if (!(error instanceof OutOfWork)) throw error;
      this.stop = 2 * WORK_A_STEP * this.used > this.meter.budget ? 'solver' : 'work';
      return null;
    }
  }

  /** A model becomes a counterexample only after the evaluator has run it and seen a closure domain fail. */
  private confirm(proven: SearchedGraph, part: GraphReference, inputs: readonly Value[]): boolean {
    const fit = proven.graph.parameters.every(({ domain }, index) => {
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
