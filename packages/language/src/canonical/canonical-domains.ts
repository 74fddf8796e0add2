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
  private readonly positions = new Map<object, number>();

  constructor(graph: StatesDomains) {
    const texts = new Map<object, string>();
    const note = (domain: Domain | Type) => {
      if (!texts.has(domain)) texts.set(domain, domainJson(domain));
    };
    for (const port of [...graph.parameters, ...graph.outputs]) note(port.domain);
    graph.nodes.forEach((node, id) => {
      const domain = domainOf(node, graph.types[id]);
      if (domain !== null) note(domain);
    });
    this.texts = [...new Set(texts.values())].toSorted();
    const order = new Map(this.texts.map((text, position) => [text, position]));
    for (const [domain, text] of texts) this.positions.set(domain, order.get(text) ?? -1);
  }

  position(domain: object): number {
    const position = this.positions.get(domain);
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
