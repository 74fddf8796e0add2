import type { ClosureDomainReport, ClosureError } from '../certificate/certification.js';
import type { Evidence } from '../certificate/format.js';
import type { Graph } from '../core/graph.js';
import type { GraphMap, SourceMap } from '../core/source-map.js';
import type { GraphReference } from '../evaluate/evaluation.js';
import { encodeInputs } from '../values/boundary.js';
import { type Counterexample, type Counterexamples, domainKey } from './counterexamples.js';
import { blame, messageOf } from './messages.js';
import type { Finding } from './pass.js';
import type { Proof, ProvenGraph } from './prove.js';

/** What the findings of a proof are in the words of one source: every closure domain, and an error for each that is open. */
export interface Report {
  readonly domains: readonly ClosureDomainReport[];
  readonly errors: readonly ClosureError[];
}

/** Closure domains and errors in the order of the source. */
export function report(proof: Proof, sourceMap: SourceMap, counterexamples: Counterexamples): Report {
  const parts = [
    ...proof.components.map((proven, component) => reportGraph(proven, sourceMap.components[component], { component }, counterexamples)),
    ...proof.graphs.map((proven, graph) => reportGraph(proven, sourceMap.graphs[graph], { graph }, counterexamples)),
  ];
  return {
    domains: parts.flatMap((part) => part.domains).toSorted(byPlace),
    errors: parts.flatMap((part) => part.errors).toSorted(byPlace),
  };
}

function byPlace(a: { line: number; column: number }, b: { line: number; column: number }): number {
  return a.line - b.line || a.column - b.column;
}

function reportGraph(proven: ProvenGraph, map: GraphMap | undefined, part: GraphReference, counterexamples: Counterexamples): Report {
  if (map === undefined) throw new Error('the source map does not belong to the core');
  const domains: ClosureDomainReport[] = [];
  const errors: ClosureError[] = [];
  for (const finding of proven.findings) {
    const counterexample = counterexamples.get(domainKey(part, finding.domain));
    domains.push(reportDomain(proven.graph, map, finding, counterexample));
    if (finding.evidence === null) errors.push(reportError(proven.graph, map, part, finding, counterexample));
  }
  return { domains, errors };
}

/** What closed a closure domain, for people. */
export function layerOf(evidence: Evidence): string {
  return evidence.by === 'call' ? 'analysis' : evidence.by;
}

function reportDomain(graph: Graph, map: GraphMap, finding: Finding, counterexample: Counterexample | undefined): ClosureDomainReport {
  const { domain, line, column } = blame(graph, map, finding.domain);
  const place = { kind: finding.domain.kind, domain, line, column };
  if (finding.evidence !== null) return { ...place, verdict: 'verified', by: layerOf(finding.evidence) };
  if (counterexample !== undefined || isStructural(finding)) return { ...place, verdict: 'refuted', by: 'evaluator' };
  return { ...place, verdict: 'undecided', by: finding.known === '' ? 'could not be proven' : `could not be proven from ${finding.known}` };
}

/** What the graph itself shows to be open, with no input needed. */
function isStructural({ domain }: Finding): boolean {
  return domain.kind === 'input' || domain.kind === 'source';
}

function reportError(
  graph: Graph,
  map: GraphMap,
  part: GraphReference,
  finding: Finding,
  counterexample: Counterexample | undefined,
): ClosureError {
  const blamed = blame(graph, map, finding.domain);
  const { type, domain, line, column } = blamed;
  if (counterexample === undefined) return { type, domain, message: messageOf(blamed, finding, ''), line, column };
  const inputs = inputsByName(graph, map, counterexample);
  const error = {
    type,
    domain,
    message: messageOf(blamed, finding, exampleOf(inputs, counterexample)),
    line,
    column,
    counterexample: inputs,
  };
  return 'component' in part ? { ...error, component: map.name } : error;
}

/** A component's parameters have names only in the source. */
function inputsByName(graph: Graph, map: GraphMap, { inputs }: Counterexample): Readonly<Record<string, unknown>> {
  const ports = graph.parameters.map(({ domain }, index) => ({ name: map.parameters[index]?.domain ?? '', domain }));
  return encodeInputs(ports, inputs);
}

const MOST_CHARACTERS = 40;

function exampleOf(inputs: Readonly<Record<string, unknown>>, { value }: Counterexample): string {
  const assignments = Object.entries(inputs).map(([name, input]) => `${name} = ${shorten(JSON.stringify(input))}`);
  const gives =
    typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string' ? ` gives ${shorten(String(value))}` : '';
  return `${assignments.join(', ')}${gives}` || 'always';
}

function shorten(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1)}…`;
}
