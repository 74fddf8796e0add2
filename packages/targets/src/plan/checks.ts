import { type Core, closureDomains, type Graph, gradeOf, type NodeId, type ProgramEvidence } from '@kirchhoff/coherence';
import type { CompileOptions } from '../target.js';

/** The run-time checks of one graph in a compiled program, except for those that its declared domains make unnecessary. */
export interface GraphChecks {
  readonly node: (id: NodeId) => boolean;
  readonly output: (index: number) => boolean;
  readonly ensure: (index: number) => boolean;
  /** For a component: true if some call is checked, so that the requires are checked as well. */
  readonly requires: boolean;
}

/** The checks of all graphs, and the error class that a failed check throws. */
export interface Checks {
  readonly error: 'Fault' | 'GuardError';
  /** By index as in `Core.components` and `Core.graphs`. */
  readonly components: readonly GraphChecks[];
  readonly graphs: readonly GraphChecks[];
}

const ALL: GraphChecks = { node: () => true, output: () => true, ensure: () => true, requires: true };
/** The empty checks, for a graph that needs no check. */
export const NO_CHECKS: GraphChecks = { node: () => false, output: () => false, ensure: () => false, requires: false };

/** Returns the checks of a program: all of an open one, the guards of a closed one, or none. */
export function checksOf(
  core: Core,
  { certified, guards: wantsGuards = true, evidence }: Pick<CompileOptions, 'certified' | 'guards' | 'evidence'>,
): Checks {
  if (!certified) return openChecks(core);
  return wantsGuards ? guards(core, evidence) : noChecks(core);
}

/** Returns the checks of an open program: all of them. */
function openChecks(core: Core): Checks {
  return { error: 'Fault', components: core.components.map(() => ALL), graphs: core.graphs.map(() => ALL) };
}

/** Returns the checks of a closed program without guards, which has no checks. */
function noChecks(core: Core): Checks {
  return { error: 'GuardError', components: core.components.map(() => NO_CHECKS), graphs: core.graphs.map(() => NO_CHECKS) };
}

/**
 * Returns the guards of a closed program: for domains whose evidence is unknown or goes beyond the rules of the checker. Evidence by
 * cases does not, since the checker refuses a solver's answer or a run of every input in its parts. Evidence over another graph with
 * a query is known as the query (`evidenceOf`).
 */
function guards(core: Core, evidence: ProgramEvidence | undefined): Checks {
  const called = new Set<number>();
  const ofGraph = (graph: Graph, closed: ProgramEvidence['graphs'][number] | undefined): Omit<GraphChecks, 'requires'> => {
    const [nodes, outputs, ensures] = [new Set<NodeId>(), new Set<number>(), new Set<number>()];
    for (const [index, domain] of closureDomains(graph).entries()) {
      const by = closed?.[index];
      if (by !== undefined && gradeOf(by) === 'kernel') continue;
      if ('node' in domain) nodes.add(domain.node);
      else if (domain.kind === 'output') outputs.add(domain.output);
      else if (domain.kind === 'contract' && domain.of === 'ensure') ensures.add(domain.ensure);
      else if (domain.kind === 'contract' && domain.of === 'result') outputs.add(0);
    }
    for (const id of nodes) {
      const node = graph.nodes[id];
      if (node?.op === 'call') called.add(node.component);
    }
    return { node: (id) => nodes.has(id), output: (index) => outputs.has(index), ensure: (index) => ensures.has(index) };
  };
  const components = core.components.map((graph, index) => ofGraph(graph, evidence?.components[index]));
  const graphs = core.graphs.map((graph, index) => ofGraph(graph, evidence?.graphs[index]));
  return {
    error: 'GuardError',
    components: components.map((checks, index) => ({ ...checks, requires: called.has(index) })),
    graphs: graphs.map((checks) => ({ ...checks, requires: false })),
  };
}
