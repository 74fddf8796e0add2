import type { ClosureDomain } from '@kirchhoff/kernel/graph/closure-domains';
import type { Graph } from '@kirchhoff/kernel/graph/graph';
import { nodeAt } from '@kirchhoff/kernel/graph/schedule';
import { LIST_LENGTH } from '@kirchhoff/kernel/limits';
import { catalogEntry } from '@kirchhoff/language/catalog/catalog';
import { describeDomain } from '@kirchhoff/language/diagnostics/describe';
import { lineOf, placeOf } from '@kirchhoff/language/diagnostics/place';
import type { GraphMap, NamedPlace } from '@kirchhoff/language/program/source-map';
import { needReason } from './operand-facts.js';
import type { ClosureErrorType, DomainReason } from './report/certification.js';

/** The place of an unproven closure domain in the source, the name of its error, and its requirement. */
export interface Blame extends NamedPlace {
  readonly type: ClosureErrorType;
  readonly reason: DomainReason;
  /** The requirement, as the rest of "needs …". Sentences omit it if their beginning contains it. */
  readonly needs: string;
}

/** Ties a closure domain back to the source. */
export function blame(graph: Graph, map: GraphMap, domain: ClosureDomain): Blame {
  const { type, reason, needs } = demandOf(graph, domain);
  return { type, reason, ...namedPlaceOf(map, domain), needs };
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

type Demand = Pick<Blame, 'type' | 'reason' | 'needs'>;

function demandOf(graph: Graph, domain: ClosureDomain): Demand {
  switch (domain.kind) {
    case 'input':
      return { type: 'unconsumed_input', reason: 'input', needs: 'a use that reaches an output, a require or an ensure' };
    case 'output':
      return outputDemand(graph, domain.output);
    case 'operation':
      return { type: 'unclosed_domain', ...operationDemand(graph, domain.node) };
    case 'source':
      return { type: 'entropy_source', reason: 'entropy', needs: 'a value that the inputs determine' };
    case 'contract':
      return contractDemand(graph, domain);
  }
}

function outputDemand(graph: Graph, index: number): Demand {
  const output = graph.outputs[index];
  const needs = output === undefined ? '' : describeDomain(output.domain);
  return graph.role === 'component' || output?.node !== null
    ? { type: 'unclosed_domain', reason: 'result', needs }
    : { type: 'unproduced_output', reason: 'output', needs };
}

function contractDemand(graph: Graph, domain: Extract<ClosureDomain, { kind: 'contract' }>): Demand {
  switch (domain.of) {
    case 'state':
      return { type: 'unclosed_domain', reason: 'bound', needs: domainOf(graph, domain.node) };
    case 'call':
      return { type: 'unclosed_domain', reason: 'argument', needs: "arguments within the component's domains that satisfy its requires" };
    case 'accumulator':
      return { type: 'unclosed_domain', reason: 'accumulator', needs: domainOf(graph, domain.node) };
    case 'hold':
      return { type: 'unclosed_domain', reason: 'invariant', needs: `the condition to hold ${holdsWhen(graph, domain.node)}` };
    case 'match':
      return { type: 'uncovered_match', reason: 'match', needs: 'an arm for every value of the subject' };
    case 'ensure':
      return { type: 'unclosed_domain', reason: 'promise', needs: 'the ensure to hold' };
    case 'result':
      return outputDemand(graph, 0);
    case 'requires':
      return { type: 'empty_requires', reason: 'requires', needs: 'requires that admit an input' };
  }
}

/** Returns which values of an accumulator a contract is about: the first value, or those after a round. */
function holdsWhen(graph: Graph, id: number): string {
  const inBody = graph.nodes.some((node) => node.op === 'fold' && graph.regions[node.body]?.nodes.includes(id) === true);
  return inBody ? 'after a round' : 'of the first value';
}

function domainOf(graph: Graph, id: number): string {
  const node = nodeAt(graph, id);
  return 'domain' in node && node.domain !== null ? describeDomain(node.domain) : '';
}

function operationDemand(graph: Graph, id: number): Pick<Blame, 'reason' | 'needs'> {
  const node = nodeAt(graph, id);
  switch (node.op) {
    case 'apply': {
      const monomer = catalogEntry(node.monomer);
      return { reason: needReason(monomer.precondition?.[0], monomer), needs: `${monomer.name} needs: ${monomer.needs ?? 'nothing'}` };
    }
    case 'narrow':
      return { reason: 'bound', needs: describeDomain(node.domain) };
    default:
      return { reason: 'length', needs: `at most ${LIST_LENGTH} elements` };
  }
}

/** The message of a refuted and of an undecided domain; `$` stands for its name in quotes. */
const SAID: Readonly<Record<DomainReason, readonly [refuted: string, undecided: string]>> = {
  promise: ['The promise $ does not hold', 'The promise $ could not be proven'],
  result: ['The result $ leaves its domain', 'That the result $ stays in its domain could not be proven'],
  bound: ['The bound stated in $ does not hold', 'The bound stated in $ could not be proven'],
  index: ['An index in $ is out of range', 'That an index in $ is in range could not be proven'],
  division: ['A divisor in $ can be 0', 'That a divisor in $ is never 0 could not be proven'],
  overflow: ['A value in $ does not fit 64 bits', 'That a value in $ fits 64 bits could not be proven'],
  length: ['A list in $ can be too long', 'That a list in $ is not too long could not be proven'],
  argument: ['An argument in $ is invalid', 'That an argument in $ is valid could not be proven'],
  accumulator: ['The accumulator in $ leaves its domain', 'That the accumulator in $ stays in its domain could not be proven'],
  invariant: ['The invariant of the fold in $ does not hold', 'The invariant of the fold in $ could not be proven'],
  match: ['The match in $ does not cover every value', 'That the match in $ covers every value could not be proven'],
  input: ['The input $ is not consumed', 'The input $ is not consumed'],
  output: ['The output $ is not produced', 'The output $ is not produced'],
  entropy: ['The value of $ depends on an entropy source', 'The value of $ depends on an entropy source'],
  requires: ['The requires admit no input that could be found', 'The requires admit no input that could be found'],
};

/** The rest of the message for a closure domain without a proof or an example, after its requirement. */
export interface Undecided {
  /** The reason for giving up the proof; '' if it was not given up. */
  readonly stop: string;
  /** Clauses: the known facts about both sides, the layer that gave up with its reason, possible remedies. */
  readonly clauses: readonly string[];
}

/**
 * Returns one sentence: the failed or unproven statement with its line (clause 2.5 of the specification), and the requirement.
 * The known facts follow, and an input that violates the requirement if one was found.
 *
 * @param found the example in words, or the text for its absence
 */
export function messageOf(blamed: Blame, known: string, found: string | Undecided): string {
  const { reason, domain, needs } = blamed;
  const [refuted, undecided] = SAID[reason];
  const said = (typeof found === 'string' ? refuted : undecided).replace('$', () => `'${domain.replace(/^ensure /, '')}'`);
  switch (reason) {
    case 'input':
      return `${said}: it reaches no output, require or ensure; use it or remove it`;
    case 'output':
      return `${said}: bind a wire of that name to a value in ${needs}`;
    case 'entropy':
      return `${said}, which the inputs do not determine: take the value as an input instead`;
    case 'requires':
      return `${said}: ${typeof found === 'string' || found.stop === '' ? 'a circuit that can never be called proves nothing' : found.stop}`;
    default: {
      const needed =
        needs === '' || reason === 'match' || reason === 'promise' ? '' : cut(needs.includes(' needs: ') ? needs : `needs ${needs}`);
      const has = known === '' ? '' : `${reason === 'match' ? 'the subject is' : 'has'} ${cut(known)}`;
      const facts = [needed, has].filter((part) => part !== '').join(', ');
      const located = `${said} at ${lineOf(blamed)}`;
      const first = facts === '' ? located : `${located}: ${facts}`;
      if (typeof found === 'string') return `${first} (for example ${found})`;
      return [first, ...(found.stop === '' ? [] : [found.stop]), ...found.clauses].join('; ');
    }
  }
}

/** The text of a type with many fields is cut at this length. */
const MAX_PART_LENGTH = 240;

function cut(text: string): string {
  return text.length <= MAX_PART_LENGTH ? text : `${text.slice(0, MAX_PART_LENGTH - 1)}…`;
}
