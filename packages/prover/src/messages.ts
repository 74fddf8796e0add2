import type { ClosureDomain } from '@kirchhoff/kernel/graph/closure-domains';
import type { Graph } from '@kirchhoff/kernel/graph/graph';
import { nodeAt } from '@kirchhoff/kernel/graph/schedule';
import { LIST_LENGTH } from '@kirchhoff/kernel/limits';
import { catalogEntry } from '@kirchhoff/language/catalog/catalog';
import { describeDomain } from '@kirchhoff/language/diagnostics/describe';
import { lineOf, placeOf as placeOnly } from '@kirchhoff/language/diagnostics/place';
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
  switch (domain.kind) {
    case 'input':
      return {
        type: 'unconsumed_input',
        ...placeOf(map.parameters[domain.parameter], map),
        needs: 'a use that reaches an output, a require or an ensure',
      };
    case 'output': {
      const output = graph.outputs[domain.output];
      const type = output?.node === null ? 'unproduced_output' : 'unclosed_domain';
      return { type, ...placeOf(map.outputs[domain.output], map), needs: output === undefined ? '' : describeDomain(output.domain) };
    }
    case 'operation':
      return { type: 'unclosed_domain', ...placeOf(map.nodes[domain.node], map), needs: needOf(graph, domain.node) };
    case 'source':
      return { type: 'entropy_source', ...placeOf(map.nodes[domain.node], map), needs: 'a value that the inputs determine' };
    case 'contract':
      return contractBlame(graph, map, domain);
  }
}

function contractBlame(graph: Graph, map: GraphMap, domain: Extract<ClosureDomain, { kind: 'contract' }>): Blame {
  switch (domain.of) {
    case 'state':
    case 'call':
    case 'accumulator':
      return { type: 'unclosed_domain', ...placeOf(map.nodes[domain.node], map), needs: needOf(graph, domain.node) };
    case 'match':
      return { type: 'uncovered_match', ...placeOf(map.nodes[domain.node], map), needs: 'an arm for every value of the subject' };
    case 'ensure':
      return { type: 'unclosed_domain', ...placeOf(map.ensures[domain.ensure], map), needs: 'the ensure to hold' };
    case 'result':
      return { type: 'unclosed_domain', ...placeOf(map.outputs[0], map), needs: describeOutput(graph) };
    case 'requires':
      return { type: 'empty_requires', ...placeOf(map.requires[0], map), needs: 'requires that admit an input' };
  }
}

function describeOutput(graph: Graph): string {
  const output = graph.outputs[0];
  return output === undefined ? '' : describeDomain(output.domain);
}

function placeOf(place: NamedPlace | undefined, map: GraphMap): NamedPlace {
  return place ?? { domain: map.name, ...placeOnly(map) };
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
