import type { Fault, GraphReference, Run } from '@kirchhoff/kernel/evaluate/evaluation';
import type { ClosureDomain } from '@kirchhoff/kernel/graph/closure-domains';
import type { Core, Graph } from '@kirchhoff/kernel/graph/graph';
import { parameterViews } from '@kirchhoff/kernel/rules/parameters';
import type { Value } from '@kirchhoff/kernel/values/value';
import { ProvingMeter } from './meter.js';
import type { SearchedGraph } from './proof.js';
import { sampleRuns } from './samples.js';

const MAX_TRIES = 4_000;
const FEW_TRIES = 300;
/** The work limit for all sample runs of one program. */
const MAX_SAMPLING_WORK = 1_500_000;

/** Inputs on which a run of the evaluator showed a closure domain to fail. */
export interface Counterexample {
  /** The inputs of the graph with the closure domain: inputs of a circuit, arguments of a component. */
  readonly inputs: readonly Value[];
  /** The value out of its domain, if there is one. */
  readonly value: Value | null;
}

/** By graph as in {@link partKey} and closure domain as in {@link domainKey}. */
export type Counterexamples = ReadonlyMap<string, Counterexample>;

export function partKey(part: GraphReference): string {
  return 'graph' in part ? `graph ${part.graph}` : `component ${part.component}`;
}

export function domainKey(part: GraphReference, domain: ClosureDomain): string {
  return `${partKey(part)} ${JSON.stringify(domain)}`;
}

/**
 * Tries inputs on every graph that has an unproven closure domain. A failure that it finds is real; without a failure the domain
 * may still be true or false. The number of tries is limited by counts, never by time.
 */
export function findCounterexamples(
  core: Core,
  proof: { readonly components: readonly SearchedGraph[]; readonly graphs: readonly SearchedGraph[] },
): Counterexamples {
  const found = new Map<string, Counterexample>();
  // Has its own budget: a run can show a failure even if the proof was given up.
  const meter = ProvingMeter.of(MAX_SAMPLING_WORK);
  proof.components.forEach((proven, component) => searchGraph(core, { component }, proven, found, meter));
  proof.graphs.forEach((proven, graph) => searchGraph(core, { graph }, proven, found, meter));
  return found;
}

/** Runs a few sample inputs before an expensive search for a proof; returns true if one of them fails. */
export function failsOnSamples(core: Core, part: GraphReference, graph: Graph, meter: ProvingMeter): boolean {
  const tries = { views: parameterViews(graph), most: FEW_TRIES, meter };
  for (const { result } of sampleRuns(core, part, graph, tries)) {
    if (result.type === 'fault') return true;
  }
  return false;
}

function searchGraph(
  core: Core,
  part: GraphReference,
  proven: SearchedGraph,
  found: Map<string, Counterexample>,
  meter: ProvingMeter,
): void {
  const missing = new Set(
    proven.findings
      .filter((finding) => finding.evidence === null && canFail(finding.domain))
      .map((finding) => domainKey(part, finding.domain)),
  );
  if (missing.size === 0) return;
  const { graph } = proven;
  const tries = { views: parameterViews(graph), most: MAX_TRIES, meter };
  for (const { result } of sampleRuns(core, part, graph, tries)) {
    for (const [key, counterexample] of failuresOf(core, result)) {
      missing.delete(key);
      if (!found.has(key)) found.set(key, counterexample);
    }
    if (missing.size === 0) return;
  }
}

/** Returns true if a run can show the domain to fail; a run cannot show an unused input, for example. */
function canFail(domain: ClosureDomain): boolean {
  return domain.kind === 'operation' || domain.kind === 'output' || (domain.kind === 'contract' && domain.of !== 'requires');
}

/** Returns the closure domains that a run showed to fail, by key. */
export function failuresOf(core: Core, result: Run): Counterexamples {
  const faults: readonly Fault[] = result.type === 'fault' ? [result.fault, ...result.others] : [];
  return new Map(
    faults.flatMap((fault) => {
      const domain = failedDomain(graphOf(core, fault.graph), fault);
      return domain === null ? [] : [[domainKey(fault.graph, domain), { inputs: fault.inputs, value: fault.value }] as const];
    }),
  );
}

function graphOf(core: Core, part: GraphReference): Graph {
  const graph = 'graph' in part ? core.graphs[part.graph] : core.components[part.component];
  if (graph === undefined) throw new Error(`the core has no ${partKey(part)}`);
  return graph;
}

/** Returns the closure domain that a fault violates; null if there is no such domain. */
function failedDomain(graph: Graph, fault: Fault): ClosureDomain | null {
  const { node, index } = fault;
  switch (fault.reason) {
    case 'operation':
      return node === null ? null : { kind: 'operation', node };
    case 'stated':
      if (node === null) return null;
      return { kind: 'contract', of: graph.nodes[node]?.op === 'fold' ? 'accumulator' : 'state', node };
    case 'invariant':
      return node === null ? null : { kind: 'contract', of: 'hold', node };
    case 'match':
      return node === null ? null : { kind: 'contract', of: 'match', node };
    case 'argument':
    case 'precondition':
      return node === null ? null : { kind: 'contract', of: 'call', node };
    case 'output':
      if (graph.role === 'component') return { kind: 'contract', of: 'result' };
      return index === null ? null : { kind: 'output', output: index };
    case 'ensure':
      return index === null ? null : { kind: 'contract', of: 'ensure', ensure: index };
    case 'unproduced':
      return null;
  }
}
