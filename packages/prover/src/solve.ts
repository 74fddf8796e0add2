import { claimsOf } from '@kirchhoff/kernel/certificate/claims';
import { sha256Hex } from '@kirchhoff/kernel/certificate/digest';
import type { Evidence } from '@kirchhoff/kernel/certificate/format';
import { run } from '@kirchhoff/kernel/evaluate/evaluate';
import type { GraphReference } from '@kirchhoff/kernel/evaluate/evaluation';
import type { Core, NodeId } from '@kirchhoff/kernel/graph/graph';
import type { SmtRequest } from '@kirchhoff/kernel/smt/context';
import { smtQueries } from '@kirchhoff/kernel/smt/query';
import { MOST_QUERY_STEPS, type Solver } from '@kirchhoff/kernel/smt/solver';
import type { Value } from '@kirchhoff/kernel/values/value';
import { isInDomain } from '@kirchhoff/kernel/values/within';
import { type Counterexample, failuresOf } from './counterexamples.js';
import { type Finding, isProvable } from './pass.js';
import type { Proof, ProvenGraph } from './proof.js';

/** Steps of the solver's own counting: for one query, and for all of one certification, about five seconds here. */
const STEPS = 12_000_000;
const RUN_STEPS = 1_000_000;

/** What the solver added: evidence, and counterexamples that the evaluator has confirmed, by key. */
export interface Solved {
  readonly proof: Proof;
  readonly counterexamples: ReadonlyMap<string, Counterexample>;
}

/**
 * Asks the solver about every closure domain that is still open and not refuted, in the order of the graphs; one
 * encoding after the other. Its budget is counted in its own steps, so that the answer does not depend on time.
 *
 * @param refuted Keys of closure domains (`domainKey`) that are known to fail.
 */
export async function solve(
  core: Core,
  proof: Proof,
  solver: Solver,
  refuted: (part: GraphReference, finding: Finding) => boolean,
): Promise<Solved> {
  const search = new Solving(core, proof, solver);
  const components: ProvenGraph[] = [];
  for (const [component, proven] of proof.components.entries()) components.push(await search.graph(proven, { component }, refuted));
  const graphs: ProvenGraph[] = [];
  for (const [graph, proven] of proof.graphs.entries()) graphs.push(await search.graph(proven, { graph }, refuted));
  return { proof: { components, graphs }, counterexamples: search.found };
}

class Solving {
  readonly found = new Map<string, Counterexample>();
  private left = STEPS;
  private readonly claimed: readonly ReturnType<typeof claimsOf>[];

  constructor(
    private readonly core: Core,
    proof: Proof,
    private readonly solver: Solver,
  ) {
    this.claimed = proof.components.map((proven) => claimsOf(proven.graph, proven.proof));
  }

  async graph(
    proven: ProvenGraph,
    part: GraphReference,
    refuted: (part: GraphReference, finding: Finding) => boolean,
  ): Promise<ProvenGraph> {
    const findings: Finding[] = [];
    let claim: ReturnType<typeof claimsOf> | undefined;
    for (const finding of proven.findings) {
      const open = finding.evidence === null && this.left > 0 && isProvable(finding.domain) && !refuted(part, finding);
      if (open) claim ??= claimsOf(proven.graph, proven.proof);
      const evidence = open && claim !== undefined ? await this.ask(proven, part, finding, claim) : null;
      findings.push(evidence === null ? finding : { ...finding, evidence, known: '' });
    }
    return { ...proven, findings };
  }

  private async ask(proven: ProvenGraph, part: GraphReference, { domain }: Finding, claim: SmtRequest['claim']): Promise<Evidence | null> {
    const { solver } = this;
    const request = {
      core: this.core,
      graph: proven.graph,
      domain,
      claim,
      claimIn: (component: number, node: NodeId) => this.claimed[component]?.(node) ?? ({ kind: 'never' } as const),
    };
    for (const query of smtQueries(request)) {
      const { encoding, text } = query;
      const limit = Math.min(MOST_QUERY_STEPS, this.left);
      if (limit <= 0) return null;
      const answer = await solver.solve(text, limit);
      this.left -= answer.verdict === 'unknown' ? limit : limit / 8;
      if (answer.verdict === 'unsat')
        return { by: 'smt', encoding, digest: sha256Hex(text), solver: solver.name, version: solver.version, limit };
      if (answer.verdict === 'sat' && this.confirm(proven, part, query.inputs(answer.values))) return null;
    }
    return null;
  }

  /** A model becomes a counterexample only after the evaluator has run it and seen a closure domain fail. */
  private confirm(proven: ProvenGraph, part: GraphReference, inputs: readonly Value[]): boolean {
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
