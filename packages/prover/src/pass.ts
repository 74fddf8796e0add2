import { type AbstractValue, isWithin, ofDomain, TRUE } from '@kirchhoff/kernel/abstract/abstract';
import type { Evidence } from '@kirchhoff/kernel/certificate/format';
import type { ClosureDomain } from '@kirchhoff/kernel/graph/closure-domains';
import type { Core, Graph, NodeId } from '@kirchhoff/kernel/graph/graph';
import type { WorkMeter } from '@kirchhoff/kernel/rules/meter';
import type { Summary } from '@kirchhoff/kernel/rules/state';
import { describe } from '@kirchhoff/language/diagnostics/describe';
import type { LinearObligations } from './linear/obligations.js';
import { obligationOf, plainly } from './obligations.js';
import { describeOperandFacts, type OperandFacts, UNKNOWN } from './operand-facts.js';
import { type Cutting, GraphSearch, NO_BOUNDS } from './prove-graph.js';
import { closeByStates } from './states.js';
import type { Wanted } from './wanted.js';

/** The result of one pass over a graph for one closure domain. */
export interface DomainFinding {
  readonly domain: ClosureDomain;
  /** Null if it is unproven. */
  readonly evidence: Evidence | null;
  /** The known facts there, for messages; empty if it is proven. */
  readonly known: OperandFacts;
  /** The claim of an entropy source, or of the value out of its domain; null for other domains. */
  readonly view: AbstractValue | null;
  /** The progress of a solver, if it did not close the domain. */
  readonly asked?: SolverFailure;
}

/** The reason why a solver did not close a domain. */
export type SolverFailure = 'gave up' | 'no question' | 'unconfirmed' | 'contradicted' | 'no steps';

/** A closure domain that needs a proof about values. The others are decided by the structure of the graph or by a witness. */
export type ProvableDomain = Exclude<ClosureDomain, { kind: 'input' | 'source' } | { of: 'requires' }>;

export function isProvable(domain: ClosureDomain): domain is ProvableDomain {
  return domain.kind === 'operation' || domain.kind === 'output' || (domain.kind === 'contract' && domain.of !== 'requires');
}

/** One pass of the analysis over a graph with its parameters in the given views. */
export class Pass {
  readonly search: GraphSearch;
  /** By node id. */
  private readonly opened: (Evidence | null)[];
  private readonly known = new Map<NodeId, OperandFacts>();

  /**
   * @param linear tries the domains that the claims leave open. Default: they stay open.
   * @param asked the nodes whose closure domains it tries.
   * @param wanted bounds to prove for integers when they are computed, by node.
   */
  constructor(
    core: Core,
    graph: Graph,
    parameters: readonly AbstractValue[],
    summaries: readonly Summary[],
    meter: WorkMeter,
    private readonly linear?: LinearObligations,
    asked: ReadonlySet<NodeId> = new Set(),
    wanted: ReadonlyMap<NodeId, Wanted> = new Map(),
  ) {
    this.search = new GraphSearch(core, graph, 'whole', { parameters, facts: [], meter }, summaries);
    this.opened = graph.nodes.map(() => null);
    const cutting: Cutting = (at, id) => {
      const bounds = wanted.get(id);
      return bounds === undefined ? NO_BOUNDS : (linear?.boundsWithin(at, id, bounds) ?? NO_BOUNDS);
    };
    this.search.run((at, id) => {
      // The body of a loop is visited more than once. The last visit counts.
      const evidence = at.environment.dead
        ? plainly(true)
        : (obligationOf(at, summaries, id) ?? (asked.has(id) ? linear?.ofNode(at, id) : null) ?? null);
      this.opened[id] = evidence;
      if (evidence === null) this.known.set(id, describeOperandFacts(at.environment, id));
    }, cutting);
  }

  find(domain: ProvableDomain): DomainFinding {
    if ('node' in domain) {
      const evidence = this.opened[domain.node] ?? null;
      return { domain, evidence, known: evidence === null ? (this.known.get(domain.node) ?? UNKNOWN) : UNKNOWN, view: null };
    }
    if (domain.kind === 'output') return this.findOutput(domain, domain.output);
    return domain.of === 'result' ? this.findOutput(domain, 0) : this.findEnsure(domain, domain.ensure);
  }

  private findOutput(domain: ProvableDomain, index: number): DomainFinding {
    const { graph, environment } = this.search;
    const output = graph.outputs[index];
    if (output === undefined || output.node === null) return { domain, evidence: null, known: UNKNOWN, view: null };
    const view = environment.view(output.node);
    const plain = plainly(environment.dead || isWithin(view, ofDomain(output.domain)));
    const evidence = plain ?? this.linear?.ofValues(this.search, [output.node], [output.domain]) ?? null;
    return { domain, evidence, known: evidence === null ? { text: describe(view) } : UNKNOWN, view };
  }

  private findEnsure(domain: ProvableDomain, ensure: number): DomainFinding {
    const { graph, environment } = this.search;
    const region = graph.ensures[ensure] ?? -1;
    const plain = plainly(environment.dead || isWithin(environment.resultView(region), TRUE));
    const result = graph.regions[region]?.result ?? null;
    const evidence = plain ?? (result === null ? null : this.ofTruth(result));
    return { domain, evidence, known: UNKNOWN, view: null };
  }

  private ofTruth(result: NodeId): Evidence | null {
    if (this.linear === undefined) return null;
    return closeByStates(this.search, result, this.linear.meter) ?? this.linear.ofTruth(this.search, result);
  }
}
