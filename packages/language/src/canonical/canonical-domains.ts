import type { Graph, Node, Output, PortDomain } from '@kirchhoff/kernel/graph/graph';
import type { Domain, Type } from '@kirchhoff/kernel/types/domain';
import { domainJson } from '../elaborate/domain-json.js';

/** The nodes and types of a graph or a draft that state domains. */
export type StatesDomains = Pick<Graph, 'nodes' | 'types'> & {
  readonly parameters: readonly Pick<PortDomain, 'domain'>[];
  readonly outputs: readonly Pick<Output, 'domain'>[];
};

/**
 * The stated domains of a graph and the enumerations of its literals, by their positions in canonical order. So a large domain that
 * thousands of wires state is compared and written once.
 */
export class CanonicalDomains {
  /** Each domain in the canonical form, ascending. */
  readonly texts: readonly string[];
  /** By domain: the number of its text, in the order of the graph. */
  private readonly numbers = new Map<object, number>();
  /** By the number of a text: its position. */
  private readonly positions: number[] = [];

  constructor(graph: StatesDomains) {
    const { nodes, types } = graph;
    const found = new Map<string, number>();
    for (const { domain } of graph.parameters) this.note(domain, found);
    for (const { domain } of graph.outputs) this.note(domain, found);
    for (let id = 0; id < nodes.length; id += 1) {
      const node = nodes[id];
      const domain = node === undefined ? null : domainOf(node, types[id]);
      if (domain !== null) this.note(domain, found);
    }
    this.texts = [...found.keys()].toSorted();
    for (const [position, text] of this.texts.entries()) this.positions[found.get(text) ?? -1] = position;
  }

  /** `found`: the texts so far, with their numbers. */
  private note(domain: Domain | Type, found: Map<string, number>): void {
    if (this.numbers.has(domain)) return;
    const text = domainJson(domain);
    const number = found.get(text) ?? found.size;
    found.set(text, number);
    this.numbers.set(domain, number);
  }

  position(domain: object): number {
    const position = this.positions[this.numbers.get(domain) ?? -1];
    if (position === undefined) throw new Error('a domain that the graph does not state');
    return position;
  }
}

/** Returns the domain that a node states, or the type that its key and its canonical form name; `null` if there is none. */
function domainOf(node: Node, type: Type | undefined): Domain | Type | null {
  switch (node.op) {
    case 'narrow':
    case 'state':
    case 'fold':
      return node.domain;
    case 'literal':
      return type?.kind === 'enumeration' || type?.kind === 'option' ? type : null;
    case 'list':
      return type ?? null;
    case 'parameter':
    case 'bound':
    case 'record':
    case 'some':
    case 'apply':
    case 'field':
    case 'select':
    case 'shortCircuit':
    case 'unwrapOr':
    case 'match':
    case 'loop':
    case 'hold':
    case 'call':
      return null;
  }
}
