import type { Evidence } from '@kirchhoff/kernel/certificate/format';
import type { GraphReference } from '@kirchhoff/kernel/evaluate/evaluation';
import type { Graph } from '@kirchhoff/kernel/graph/graph';
import { nodeAt } from '@kirchhoff/kernel/graph/schedule';
import type { Place } from '@kirchhoff/language/diagnostics/diagnostic';
import { comparePlaces, placeOf } from '@kirchhoff/language/diagnostics/place';
import { encodeInputs } from '@kirchhoff/language/program/boundary';
import type { Program } from '@kirchhoff/language/program/program';
import type { GraphMap, SourceMap } from '@kirchhoff/language/program/source-map';
import { type Counterexample, type Counterexamples, domainKey } from './counterexamples.js';
import { Explanation } from './explain.js';
import { type Blame, blame, messageOf, namedPlaceOf, type Undecided } from './messages.js';
import { type DomainFinding, isProvable } from './pass.js';
import type { Proof, SearchedGraph } from './proof.js';
import type { ClosureDomainReport, ClosureError } from './report/certification.js';
import { describeStop } from './stop.js';

/** The findings of a proof for one source: every closure domain, and an error for each open one. */
export interface Report {
  readonly domains: readonly ClosureDomainReport[];
  readonly errors: readonly ClosureError[];
}

/**
 * Limit for the counterexamples of one program together, in characters of JSON. Each may be as long as inputs are (16 MiB), and
 * each closure domain may have one. Once it is reached, further errors come without a counterexample.
 */
const MAX_LISTED = 4_194_304;

/** The common part of the errors of one program. */
interface Listing {
  readonly counterexamples: Counterexamples;
  readonly sourceMap: SourceMap;
  /** The actions of a policy, by graph; none of a circuit. */
  readonly actions: readonly string[];
  /** The remaining characters of the list. */
  left: number;
  /** Returns the reason why the proof of an undecided domain was given up; '' if it was not. */
  readonly stop: (place: Place) => string;
}

/** Closure domains and errors in the order of the source. */
export function report(program: Program, proof: Proof, counterexamples: Counterexamples): Report {
  const { sourceMap } = program;
  const actions = program.type === 'policy' ? program.policy.categories : [];
  const listing: Listing = { counterexamples, sourceMap, actions, left: MAX_LISTED, stop: describeStop(proof, sourceMap) };
  const parts = [
    ...proof.components.map((proven, component) => reportGraph(proven, sourceMap.components[component], { component }, listing)),
    ...proof.graphs.map((proven, graph) => reportGraph(proven, sourceMap.graphs[graph], { graph }, listing)),
  ];
  return {
    domains: parts.flatMap((part) => part.domains).toSorted(comparePlaces),
    errors: parts.flatMap((part) => part.errors).toSorted(comparePlaces),
  };
}

function reportGraph(proven: SearchedGraph, map: GraphMap | undefined, part: GraphReference, listing: Listing): Report {
  if (map === undefined) throw new Error('the source map does not belong to the core');
  const domains: ClosureDomainReport[] = [];
  const errors: ClosureError[] = [];
  const exampleOf = ({ domain }: DomainFinding) => listing.counterexamples.get(domainKey(part, domain));
  const open = proven.findings.filter(({ evidence }) => evidence === null);
  const failing = open.find((finding) => exampleOf(finding) !== undefined);
  const failingPlace = failing === undefined ? null : namedPlaceOf(map, failing.domain);
  const explanation = open.length === 0 ? null : new Explanation(proven, map, listing.sourceMap, failingPlace);
  for (const finding of proven.findings) {
    const counterexample = exampleOf(finding);
    domains.push(reportDomain(map, finding, counterexample, listing.stop));
    if (finding.evidence === null)
      errors.push(reportError({ graph: proven.graph, map, part, explanation }, finding, counterexample, listing));
  }
  return { domains, errors };
}

/** A graph with its source map and proof, from which messages are made. */
interface Reported {
  readonly graph: Graph;
  readonly map: GraphMap;
  readonly part: GraphReference;
  readonly explanation: Explanation | null;
}

/** Returns the layer that closed a closure domain, for display. */
export function layerOf(evidence: Evidence): string {
  return evidence.by === 'call' ? 'analysis' : evidence.by;
}

function reportDomain(
  map: GraphMap,
  finding: DomainFinding,
  counterexample: Counterexample | undefined,
  stopAt: Listing['stop'],
): ClosureDomainReport {
  const named = namedPlaceOf(map, finding.domain);
  const place = { kind: finding.domain.kind, domain: named.domain, ...placeOf(named) };
  if (finding.evidence !== null) return { ...place, verdict: 'verified', by: layerOf(finding.evidence) };
  if (counterexample !== undefined || isStructural(finding)) return { ...place, verdict: 'refuted', by: 'evaluator' };
  const stop = stopAt(named);
  const from = finding.known.text === '' ? '' : ` from ${finding.known.text}`;
  return { ...place, verdict: 'undecided', by: `could not be proven${from}${stop === '' ? '' : `: ${stop}`}` };
}

/** Returns true if the graph itself shows the domain to be open, without a run. */
function isStructural({ domain }: DomainFinding): boolean {
  return domain.kind === 'input' || domain.kind === 'source';
}

function reportError(
  { graph, map, part, explanation }: Reported,
  finding: DomainFinding,
  counterexample: Counterexample | undefined,
  listing: Listing,
): ClosureError {
  const { blamed, known } = sharpened(graph, blame(graph, map, finding.domain), finding, listing.sourceMap);
  const { type, reason, domain } = blamed;
  const place = placeOf(blamed);
  const error = (found: string | Undecided): ClosureError => ({
    type,
    reason,
    domain,
    message: messageOf(blamed, known, found),
    ...place,
  });
  if (counterexample === undefined) {
    const stop = listing.stop(place);
    return error({ stop, clauses: stop === '' && isProvable(finding.domain) ? (explanation?.of(finding, place) ?? []) : [] });
  }
  const inputs = listing.left > 0 ? inputsByName(graph, map, counterexample) : undefined;
  listing.left -= inputs === undefined ? 0 : JSON.stringify(inputs).length;
  if (inputs === undefined || listing.left < 0) return error(UNLISTED);
  const listed = { ...error(inWords(inputs, counterexample)), counterexample: inputs };
  if ('component' in part) return { ...listed, component: map.name };
  const action = listing.actions[part.graph];
  return action === undefined ? listed : { ...listed, action };
}

/** Returns the blame with the facts of the pass: the condition that does not follow, or the arguments that do not fit. */
function sharpened(
  graph: Graph,
  blamed: Blame,
  { domain, known }: DomainFinding,
  sourceMap: SourceMap,
): { readonly blamed: Blame; readonly known: string } {
  const { text, unmet, arguments: args } = known;
  if (unmet !== undefined) {
    const needs = unmet.needs === null ? blamed.needs : blamed.needs.replace(/ needs: .*/, () => ` needs: ${unmet.needs}`);
    return { blamed: { ...blamed, reason: unmet.reason, needs }, known: text };
  }
  const call = args !== undefined && 'node' in domain ? nodeAt(graph, domain.node) : null;
  const callee = call?.op === 'call' ? sourceMap.components[call.component] : undefined;
  if (args === undefined || callee === undefined) return { blamed, known: text };
  const named = args.map((argument, position) => ({ ...argument, name: (callee.parameters[position]?.domain ?? '').replace(/^.*\./, '') }));
  const unfit = named.filter(({ fits }) => !fits);
  const conditions = callee.requires.map((require) => `\`${require.domain.replace(/^require /, '')}\``).join(' and ');
  const needs = unfit.length === 0 ? conditions : unfit.map(({ name, needed }) => `${name} in ${needed}`).join(', ');
  const shown = unfit.length === 0 ? named : unfit;
  return {
    blamed: { ...blamed, needs: `${callee.name} needs: ${needs}` },
    known: shown.map(({ name, view }) => `${name} in ${view}`).join(', '),
  };
}

/** Encodes inputs by name. Only the source has names for a component's parameters. */
function inputsByName(graph: Graph, map: GraphMap, { inputs }: Counterexample): Readonly<Record<string, unknown>> {
  const ports = graph.parameters.map(({ domain }, index) => ({ name: map.parameters[index]?.domain ?? '', domain }));
  return encodeInputs(ports, inputs, map.parameters);
}

const UNLISTED = 'inputs that are too long to be listed here';
const MAX_CHARACTERS = 40;

function inWords(inputs: Readonly<Record<string, unknown>>, { value }: Counterexample): string {
  const assignments = Object.entries(inputs).map(([name, input]) => `${name} = ${shorten(JSON.stringify(input))}`);
  const gives =
    typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string' ? ` gives ${shorten(String(value))}` : '';
  return `${assignments.join(', ')}${gives}` || 'always';
}

function shorten(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS - 1)}…`;
}
