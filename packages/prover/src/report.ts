import type { Evidence } from '@kirchhoff/kernel/certificate/format';
import type { GraphReference } from '@kirchhoff/kernel/evaluate/evaluation';
import type { Graph } from '@kirchhoff/kernel/graph/graph';
import { comparePlaces, placeOf } from '@kirchhoff/language/diagnostics/place';
import { encodeInputs } from '@kirchhoff/language/program/boundary';
import type { GraphMap, SourceMap } from '@kirchhoff/language/program/source-map';
import { type Counterexample, type Counterexamples, domainKey } from './counterexamples.js';
import { blame, messageOf, namedPlaceOf } from './messages.js';
import type { Finding } from './pass.js';
import type { Proof, ProvenGraph } from './proof.js';
import type { ClosureDomainReport, ClosureError } from './report/certification.js';
import { describeStop } from './stop.js';

/** What the findings of a proof are in the words of one source: every closure domain, and an error for each that is open. */
export interface Report {
  readonly domains: readonly ClosureDomainReport[];
  readonly errors: readonly ClosureError[];
}

/**
 * Characters of JSON that the counterexamples of one program may have together. Each may be as long as inputs are
 * (16 MiB), and there may be as many as closure domains: the errors after those that fill it go without.
 */
const MOST_LISTED = 4_194_304;

/** What the errors of one program have in common. */
interface Listing {
  readonly counterexamples: Counterexamples;
  /** How many more characters may be listed. */
  left: number;
  /** Why the proof was given up, of what is undecided; '' where it was not. */
  readonly stop: string;
}

/** Closure domains and errors in the order of the source. */
export function report(proof: Proof, sourceMap: SourceMap, counterexamples: Counterexamples): Report {
  const listing: Listing = { counterexamples, left: MOST_LISTED, stop: describeStop(proof, sourceMap) };
  const parts = [
    ...proof.components.map((proven, component) => reportGraph(proven, sourceMap.components[component], { component }, listing)),
    ...proof.graphs.map((proven, graph) => reportGraph(proven, sourceMap.graphs[graph], { graph }, listing)),
  ];
  return {
    domains: parts.flatMap((part) => part.domains).toSorted(comparePlaces),
    errors: parts.flatMap((part) => part.errors).toSorted(comparePlaces),
  };
}

function reportGraph(proven: ProvenGraph, map: GraphMap | undefined, part: GraphReference, listing: Listing): Report {
  if (map === undefined) throw new Error('the source map does not belong to the core');
  const domains: ClosureDomainReport[] = [];
  const errors: ClosureError[] = [];
  for (const finding of proven.findings) {
    const counterexample = listing.counterexamples.get(domainKey(part, finding.domain));
    domains.push(reportDomain(map, finding, counterexample, listing.stop));
    if (finding.evidence === null) errors.push(reportError(proven.graph, map, part, finding, counterexample, listing));
  }
  return { domains, errors };
}

/** What closed a closure domain, for people. */
export function layerOf(evidence: Evidence): string {
  return evidence.by === 'call' ? 'analysis' : evidence.by;
}

function reportDomain(map: GraphMap, finding: Finding, counterexample: Counterexample | undefined, stop: string): ClosureDomainReport {
  const named = namedPlaceOf(map, finding.domain);
  const place = { kind: finding.domain.kind, domain: named.domain, ...placeOf(named) };
  if (finding.evidence !== null) return { ...place, verdict: 'verified', by: layerOf(finding.evidence) };
  if (counterexample !== undefined || isStructural(finding)) return { ...place, verdict: 'refuted', by: 'evaluator' };
  const from = finding.known === '' ? '' : ` from ${finding.known}`;
  return { ...place, verdict: 'undecided', by: `could not be proven${from}${stop === '' ? '' : `: ${stop}`}` };
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
  listing: Listing,
): ClosureError {
  const blamed = blame(graph, map, finding.domain);
  const { type, domain } = blamed;
  const place = placeOf(blamed);
  if (counterexample === undefined) return { type, domain, message: messageOf(blamed, finding, '', listing.stop), ...place };
  const inputs = listing.left > 0 ? inputsByName(graph, map, counterexample) : undefined;
  listing.left -= inputs === undefined ? 0 : JSON.stringify(inputs).length;
  if (inputs === undefined || listing.left < 0) return { type, domain, message: messageOf(blamed, finding, UNLISTED, ''), ...place };
  const error = {
    type,
    domain,
    message: messageOf(blamed, finding, exampleOf(inputs, counterexample), ''),
    ...place,
    counterexample: inputs,
  };
  return 'component' in part ? { ...error, component: map.name } : error;
}

/** A component's parameters have names only in the source. */
function inputsByName(graph: Graph, map: GraphMap, { inputs }: Counterexample): Readonly<Record<string, unknown>> {
  const ports = graph.parameters.map(({ domain }, index) => ({ name: map.parameters[index]?.domain ?? '', domain }));
  return encodeInputs(ports, inputs);
}

const UNLISTED = 'inputs that are too long to be listed here';
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
