import { meet, NEVER, ofDomain, ofType } from '@kirchhoff/kernel/abstract/abstract';
import type { Evidence, ExportedDifference } from '@kirchhoff/kernel/certificate/format';
import type { GraphReference } from '@kirchhoff/kernel/evaluate/evaluation';
import { type ClosureDomain, closureDomains } from '@kirchhoff/kernel/graph/closure-domains';
import { reachingNodes } from '@kirchhoff/kernel/graph/consumption';
import type { Core, Graph, NodeId } from '@kirchhoff/kernel/graph/graph';
import { schedule } from '@kirchhoff/kernel/graph/schedule';
import type { DifferenceOperand } from '@kirchhoff/kernel/monomers/relation';
import { OutOfWork } from '@kirchhoff/kernel/rules/meter';
import { operandTerm, parameterNodes, parameterViews } from '@kirchhoff/kernel/rules/parameters';
import type { Summary } from '@kirchhoff/kernel/rules/state';
import { normalTerm } from '@kirchhoff/kernel/rules/terms';
import { BOOLEAN, typeOf } from '@kirchhoff/kernel/types/domain';
import { closeRest } from './cases.js';
import { findDifference } from './difference-chains.js';
import { measuresOf } from './measure.js';
import { MAX_PROVING_WORK } from './meter.js';
import { UNKNOWN } from './operand-facts.js';
import { type DomainFinding, isProvable, Pass, type ProvableDomain } from './pass.js';
import type { Proof, SearchedGraph } from './proof.js';
import type { GraphSearch } from './prove-graph.js';
import { findWitness } from './witness.js';
import { type ProvingWork, workOf } from './work.js';

/** Limit for the parameters whose differences to the result are exported. */
const MAX_PARAMETERS = 16;

/** Searches for a proof of closure of every component and every graph, within a budget of steps. */
export function prove(core: Core, budget = MAX_PROVING_WORK): Proof {
  const work = workOf(budget);
  const summaries: Summary[] = [];
  const components = core.components.map((component, index) => {
    const { proven, summary } = proveOrGiveUp(core, component, { component: index }, summaries, work);
    summaries.push(summary);
    return proven;
  });
  const graphs = core.graphs.map((graph, index) => proveOrGiveUp(core, graph, { graph: index }, summaries, work).proven);
  return { components, graphs, summaries, meter: work.whole, stop: work.whole.isOver ? 'work' : work.stop };
}

/** A graph in which the work is used up is left open as a whole, and so are all later ones. */
function proveOrGiveUp(core: Core, graph: Graph, part: GraphReference, summaries: readonly Summary[], work: ProvingWork): Proven {
  try {
    return proveGraph(core, graph, part, summaries, work);
  } catch (error) {
    if (error instanceof OutOfWork) return leftOpen(graph);
    throw error;
  }
}

interface Proven {
  readonly proven: SearchedGraph;
  readonly summary: Summary;
}

/** Returns the result for a skipped graph: only the types of its nodes are known. */
function leftOpen(graph: Graph): Proven {
  const structure = { reaching: reachingNodes(graph), parameters: parameterNodes(graph) };
  const findings = closureDomains(graph).map((domain) => {
    const evidence = domain.kind === 'input' ? inputEvidence(domain, structure) : null;
    return { domain, evidence, known: UNKNOWN, view: null };
  });
  const claims = schedule(graph, 'whole').flatMap((event) => (event.event === 'node' ? [ofType(graph.types[event.node] ?? BOOLEAN)] : []));
  const [output] = graph.outputs;
  return {
    proven: { graph, findings, proof: { ...NO_STEPS, claims } },
    summary: { result: output === undefined ? NEVER : ofDomain(output.domain), facts: [] },
  };
}

const NO_STEPS: Omit<SearchedGraph['proof'], 'claims'> = {
  steps: new Map(),
  kept: new Map(),
  drifts: new Map(),
  unrolled: [],
  joins: new Map(),
  differences: new Map(),
  cuts: new Map(),
  cases: null,
  inlined: null,
  induction: null,
  exported: [],
};

function proveGraph(core: Core, graph: Graph, part: GraphReference, summaries: readonly Summary[], work: ProvingWork): Proven {
  const first = new Pass(core, graph, parameterViews(graph), summaries, work.whole);
  const structure = { reaching: reachingNodes(graph), parameters: parameterNodes(graph) };
  const found = closureDomains(graph).map((domain) =>
    isProvable(domain) ? first.find(domain) : findElsewhere(core, part, first, domain, structure, work),
  );
  const { pass, findings, cases, inlined } = closeRest({ core, graph, summaries, work }, part, { pass: first, findings: found });
  const exported = graph.role === 'component' ? exportDifferences(pass.search, structure.parameters) : [];
  return {
    proven: { graph, findings, proof: { ...pass.search.proof(), cases, inlined, induction: null, exported } },
    summary: { result: resultOf(pass.search), facts: exported },
  };
}

interface Structure {
  readonly reaching: Uint8Array;
  readonly parameters: readonly (NodeId | undefined)[];
}

/** Returns the finding for a domain that the structure of the graph or a witness decides. */
function findElsewhere(
  core: Core,
  part: GraphReference,
  pass: Pass,
  domain: Exclude<ClosureDomain, ProvableDomain>,
  structure: Structure,
  work: ProvingWork,
): DomainFinding {
  switch (domain.kind) {
    case 'input':
      return { domain, evidence: inputEvidence(domain, structure), known: UNKNOWN, view: null };
    case 'source':
      return { domain, evidence: null, known: UNKNOWN, view: pass.search.environment.view(domain.node) };
    case 'contract': {
      const inputs = findWitness(core, part, pass.search, work.witnesses);
      return { domain, evidence: inputs === null ? null : { by: 'witness', inputs }, known: UNKNOWN, view: null };
    }
  }
}

function inputEvidence({ parameter }: Extract<ClosureDomain, { kind: 'input' }>, { parameters, reaching }: Structure): Evidence | null {
  const node = parameters[parameter];
  return node !== undefined && reaching[node] === 1 ? { by: 'structure' } : null;
}

function resultOf(search: GraphSearch) {
  const output = search.graph.outputs[0];
  if (output === undefined || output.node === null) return NEVER;
  return meet(search.environment.view(output.node), ofDomain(output.domain));
}

/**
 * Returns the differences between the result and the parameters, or their lengths, that hold whenever the component gives a
 * result.
 */
function exportDifferences(search: GraphSearch, parameters: readonly (NodeId | undefined)[]): readonly ExportedDifference[] {
  if (search.environment.dead) return [];
  const { graph, environment, users } = search;
  const find = (minuend: DifferenceOperand, subtrahend: DifferenceOperand): readonly ExportedDifference[] => {
    const from = operandTerm(graph, parameters, minuend);
    const to = operandTerm(graph, parameters, subtrahend);
    if (from === undefined || to === undefined) return [];
    const found = findDifference(environment, users, normalTerm(environment, from), normalTerm(environment, to));
    return found === undefined ? [] : [{ minuend, subtrahend, ...found }];
  };
  return measuredResult(graph).flatMap((result) =>
    graph.parameters
      .slice(0, MAX_PARAMETERS)
      .flatMap(({ domain }, position) => measuresOf(typeOf(domain), position))
      .flatMap((position) => [...find(result, position), ...find(position, result)]),
  );
}

function measuredResult(graph: Graph): readonly DifferenceOperand[] {
  const output = graph.outputs[0];
  const [position] = output === undefined ? [] : measuresOf(typeOf(output.domain), 0);
  if (position === undefined) return [];
  return [position < 0 ? 'length of result' : 'result'];
}
