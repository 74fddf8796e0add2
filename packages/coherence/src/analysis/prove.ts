import { type Abstract, isWithin, meet, NEVER, ofDomain, TRUE } from '../abstract/abstract.js';
import { describe } from '../abstract/describe.js';
import type { Operand } from '../catalog/relation.js';
import type { Evidence, ExportedDifference, GraphProof } from '../certificate/format.js';
import { type ClosureDomain, closureDomains } from '../core/closure-domains.js';
import { reachingNodes } from '../core/consumption.js';
import type { Core, Graph, NodeId } from '../core/graph.js';
import { kindOf } from '../domain.js';
import { operandTerm, parameterNodes, parameterViews } from '../rules/parameters.js';
import type { Summary } from '../rules/state.js';
import { normalTerm } from '../rules/terms.js';
import { describeKnown } from './known.js';
import { measured, obligationOf, plainly } from './obligations.js';
import { findDifference } from './paths.js';
import { GraphSearch } from './prove-graph.js';
import { findWitness } from './witness.js';

/** Of more parameters than these no differences to the result are exported. */
const MOST_PARAMETERS = 16;

/** What the prover found for one closure domain. */
export interface Finding {
  readonly domain: ClosureDomain;
  /** Null where it could not be proven. */
  readonly evidence: Evidence | null;
  /** What is known there, for messages; '' where it is proven. */
  readonly known: string;
  /** The claim of an entropy source, or of the value that is out of its domain; null of what has none. */
  readonly view: Abstract | null;
}

export interface ProvenGraph {
  readonly graph: Graph;
  readonly findings: readonly Finding[];
  /** A proof of closure only where every finding has evidence. */
  readonly proof: Omit<GraphProof, 'closure'>;
}

export interface Proof {
  readonly components: readonly ProvenGraph[];
  readonly graphs: readonly ProvenGraph[];
}

/** Searches for a proof of closure of every component and every graph. Steps are bounded by the size of the core. */
export function prove(core: Core): Proof {
  const summaries: Summary[] = [];
  const components = core.components.map((component, index) => {
    const { proven, summary } = proveGraph(core, component, { component: index }, summaries);
    summaries.push(summary);
    return proven;
  });
  const graphs = core.graphs.map((graph, index) => proveGraph(core, graph, { graph: index }, summaries).proven);
  return { components, graphs };
}

type Part = { readonly component: number } | { readonly graph: number };

function proveGraph(core: Core, graph: Graph, part: Part, summaries: readonly Summary[]): { proven: ProvenGraph; summary: Summary } {
  const search = new GraphSearch(core, graph, 'whole', { parameters: parameterViews(graph), facts: [] }, summaries);
  const opened = new Map<NodeId, Evidence | null>();
  const known = new Map<NodeId, string>();
  search.run((at, id) => {
    const evidence = obligationOf(at, summaries, id);
    opened.set(id, evidence);
    if (evidence === null) known.set(id, describeKnown(at.board, id));
  });
  const reaching = reachingNodes(graph);
  const parameters = parameterNodes(graph);
  const findings = closureDomains(graph).map((domain): Finding => {
    if ('node' in domain) {
      const evidence = domain.kind === 'source' ? null : opened.has(domain.node) ? (opened.get(domain.node) ?? null) : plainly(true);
      return { domain, evidence, known: evidence === null ? (known.get(domain.node) ?? '') : '', view: search.board.view(domain.node) };
    }
    return elsewhere(core, search, domain, part, { reaching, parameters });
  });
  const exported = graph.role === 'component' ? exportDifferences(search, parameters) : [];
  const { closure: _, ...proof } = search.proof([], exported);
  return { proven: { graph, findings, proof }, summary: { result: resultOf(search), facts: exported } };
}

interface Structure {
  readonly reaching: Uint8Array;
  readonly parameters: readonly (NodeId | undefined)[];
}

/** The closure domains that no node opens. */
function elsewhere(
  core: Core,
  search: GraphSearch,
  domain: Exclude<ClosureDomain, { node: NodeId }>,
  part: Part,
  structure: Structure,
): Finding {
  switch (domain.kind) {
    case 'input': {
      const node = structure.parameters[domain.parameter];
      const consumed = node !== undefined && structure.reaching[node] === 1;
      return { domain, evidence: consumed ? { by: 'structure' } : null, known: '', view: null };
    }
    case 'output':
      return outputFinding(search, domain, domain.output);
    case 'contract':
      return contractFinding(core, search, domain, part);
  }
}

function outputFinding(search: GraphSearch, domain: ClosureDomain, index: number): Finding {
  const output = search.graph.outputs[index];
  if (output === undefined || output.node === null) return { domain, evidence: null, known: '', view: null };
  const evidence = plainly(search.board.dead || isWithin(search.board.view(output.node), ofDomain(output.domain)));
  const view = search.board.view(output.node);
  return { domain, evidence, known: evidence === null ? describe(view) : '', view };
}

function contractFinding(core: Core, search: GraphSearch, domain: Extract<ClosureDomain, { kind: 'contract' }>, part: Part): Finding {
  switch (domain.of) {
    case 'ensure': {
      const region = search.graph.ensures[domain.ensure] ?? -1;
      const holds = search.board.dead || isWithin(search.board.resultView(region), TRUE);
      return { domain, evidence: plainly(holds), known: '', view: null };
    }
    case 'result':
      return outputFinding(search, domain, 0);
    case 'requires': {
      const inputs = findWitness(core, part, search);
      return { domain, evidence: inputs === null ? null : { by: 'witness', inputs }, known: '', view: null };
    }
    case 'state':
    case 'call':
    case 'match':
    case 'accumulator':
      throw new Error(`a ${domain.of} stands at a node`);
  }
}

function resultOf(search: GraphSearch) {
  const output = search.graph.outputs[0];
  if (output === undefined || output.node === null) return NEVER;
  return meet(search.board.view(output.node), ofDomain(output.domain));
}

/** The differences between result and parameters, or their lengths, that hold wherever the component gives a result. */
function exportDifferences(search: GraphSearch, parameters: readonly (NodeId | undefined)[]): readonly ExportedDifference[] {
  if (search.board.dead) return [];
  const { graph, board, users } = search;
  const find = (minuend: Operand, subtrahend: Operand): readonly ExportedDifference[] => {
    const from = operandTerm(graph, parameters, minuend);
    const to = operandTerm(graph, parameters, subtrahend);
    if (from === undefined || to === undefined) return [];
    const found = findDifference(board, users, normalTerm(board, from), normalTerm(board, to));
    return found === undefined ? [] : [{ minuend, subtrahend, ...found }];
  };
  return measuredResult(graph).flatMap((result) =>
    graph.parameters
      .slice(0, MOST_PARAMETERS)
      .flatMap(({ domain }, position) => measured(kindOf(domain), position))
      .flatMap((position) => [...find(result, position), ...find(position, result)]),
  );
}

function measuredResult(graph: Graph): readonly Operand[] {
  const output = graph.outputs[0];
  const [position] = output === undefined ? [] : measured(kindOf(output.domain), 0);
  if (position === undefined) return [];
  return [position < 0 ? 'length of result' : 'result'];
}
