import type { ClosureDomain } from '@kirchhoff/kernel/graph/closure-domains';
import type { Graph } from '@kirchhoff/kernel/graph/graph';
import { nodeAt } from '@kirchhoff/kernel/graph/schedule';
import { LIST_LENGTH } from '@kirchhoff/kernel/limits';
import { catalogEntry } from '@kirchhoff/language/catalog/catalog';
import { describeDomain } from '@kirchhoff/language/diagnostics/describe';
import { lineOf, placeOf } from '@kirchhoff/language/diagnostics/place';
import type { GraphMap, NamedPlace } from '@kirchhoff/language/program/source-map';
import type { Finding } from './pass.js';
import type { ClosureErrorType } from './report/certification.js';

/** Where an unproven closure domain stands in the source, what its error is called, and what it needs. */
export interface Blame extends NamedPlace {
  readonly type: ClosureErrorType;
  /** What was needed, as the rest of "needs …". */
  readonly needs: string;
}

/** Ties a closure domain back to the source. */
export function blame(graph: Graph, map: GraphMap, domain: ClosureDomain): Blame {
  const { type, needs } = demandOf(graph, domain);
  return { type, ...namedPlaceOf(map, domain), needs };
}

/** The name and the place of a closure domain in the source. */
export function namedPlaceOf(map: GraphMap, domain: ClosureDomain): NamedPlace {
  return statedPlace(map, domain) ?? { domain: map.name, ...placeOf(map) };
}

function statedPlace(map: GraphMap, domain: ClosureDomain): NamedPlace | undefined {
  if ('node' in domain) return map.nodes[domain.node];
  if (domain.kind === 'input') return map.parameters[domain.parameter];
  if (domain.kind === 'output') return map.outputs[domain.output];
  switch (domain.of) {
    case 'ensure':
      return map.ensures[domain.ensure];
    case 'result':
      return map.outputs[0];
    case 'requires':
      return map.requires[0];
  }
}

function demandOf(graph: Graph, domain: ClosureDomain): Pick<Blame, 'type' | 'needs'> {
  switch (domain.kind) {
    case 'input':
      return { type: 'unconsumed_input', needs: 'a use that reaches an output, a require or an ensure' };
    case 'output': {
      const output = graph.outputs[domain.output];
      const type = output?.node === null ? 'unproduced_output' : 'unclosed_domain';
      return { type, needs: output === undefined ? '' : describeDomain(output.domain) };
    }
    case 'operation':
      return { type: 'unclosed_domain', needs: needOf(graph, domain.node) };
    case 'source':
      return { type: 'entropy_source', needs: 'a value that the inputs determine' };
    case 'contract':
      return contractDemand(graph, domain);
  }
}

function contractDemand(graph: Graph, domain: Extract<ClosureDomain, { kind: 'contract' }>): Pick<Blame, 'type' | 'needs'> {
  switch (domain.of) {
    case 'state':
    case 'call':
    case 'accumulator':
      return { type: 'unclosed_domain', needs: needOf(graph, domain.node) };
    case 'match':
      return { type: 'uncovered_match', needs: 'an arm for every value of the subject' };
    case 'ensure':
      return { type: 'unclosed_domain', needs: 'the ensure to hold' };
    case 'result':
      return { type: 'unclosed_domain', needs: describeOutput(graph) };
    case 'requires':
      return { type: 'empty_requires', needs: 'requires that admit an input' };
  }
}

function describeOutput(graph: Graph): string {
  const output = graph.outputs[0];
  return output === undefined ? '' : describeDomain(output.domain);
}

function needOf(graph: Graph, id: number): string {
  const node = nodeAt(graph, id);
  switch (node.op) {
    case 'apply': {
      const monomer = catalogEntry(node.monomer);
      return `${monomer.name} needs: ${monomer.needs ?? 'nothing'}`;
    }
    case 'narrow':
    case 'state':
      return describeDomain(node.domain);
    case 'fold':
      return node.domain === null ? '' : describeDomain(node.domain);
    case 'loop':
      return `at most ${LIST_LENGTH} elements`;
    case 'call':
      return "arguments within the component's domains that satisfy its requires";
    default:
      return '';
  }
}

/**
 * One sentence: the domain, the line, what was needed, what is known, and an input that breaks it where one was found.
 *
 * @param stop Why the proof was given up; '' where it was not.
 */
export function messageOf({ type, domain, needs, ...place }: Blame, { known }: Finding, example: string, stop: string): string {
  const line = lineOf(place);
  const open = stop === '' ? 'could not be proven' : `could not be proven: ${stop}`;
  switch (type) {
    case 'unclosed_domain': {
      const needed = needs.includes(' needs: ') ? needs : `needs ${needs}`;
      const has = known === '' ? '' : `, has ${known}`;
      return `Domain '${domain}' has unverified bounds at ${line}: ${needed}${has} (${example === '' ? open : `for example ${example}`})`;
    }
    case 'uncovered_match':
      return `Domain '${domain}' has a match at ${line} that does not cover every value: ${known === '' ? '' : `the subject is ${known} `}(${example === '' ? open : `for example ${example}`})`;
    case 'unconsumed_input':
      return `Input '${domain}' at ${line} is not consumed: it reaches no output, require or ensure; use it or remove it`;
    case 'unproduced_output':
      return `Output '${domain}' at ${line} is not produced: bind a wire of that name to a value in ${needs}`;
    case 'entropy_source':
      return `Domain '${domain}' at ${line} depends on an entropy source, which the inputs do not determine: take the value as an input instead`;
    case 'empty_requires':
      return `The requires at ${line} admit no input that could be found: ${stop === '' ? 'a circuit that can never be called proves nothing' : stop}`;
  }
}
