import { monomerAt } from '../monomers/catalog.js';
import type { Graph, Node, NodeId } from './graph.js';
import { oncePerGraph } from './once-per-graph.js';

/** A proof obligation (docs/coherence.md, "Closure domains"). */
export type ClosureDomain =
  | { readonly kind: 'input'; readonly parameter: number }
  | { readonly kind: 'output'; readonly output: number }
  | { readonly kind: 'operation'; readonly node: NodeId }
  | { readonly kind: 'source'; readonly node: NodeId }
  | { readonly kind: 'contract'; readonly of: 'state' | 'call' | 'match' | 'accumulator' | 'hold'; readonly node: NodeId }
  | { readonly kind: 'contract'; readonly of: 'ensure'; readonly ensure: number }
  /** The result of a component lies in its declared domain. */
  | { readonly kind: 'contract'; readonly of: 'result' }
  /** At least one input satisfies the requires. */
  | { readonly kind: 'contract'; readonly of: 'requires' };

/** All closure domains of a graph in an order that depends on the graph alone: ports, nodes by id, ensures, requires. */
export const closureDomains = oncePerGraph(listDomains);

function listDomains(graph: Graph): readonly ClosureDomain[] {
  const domains: ClosureDomain[] = [];
  if (graph.role === 'circuit') {
    graph.parameters.forEach((_, parameter) => domains.push({ kind: 'input', parameter }));
    graph.outputs.forEach((_, output) => domains.push({ kind: 'output', output }));
  }
  for (let node = 0; node < graph.nodes.length; node += 1) {
    const domain = ofNode(graph, node);
    if (domain !== null) domains.push(domain);
  }
  graph.ensures.forEach((_, ensure) => domains.push({ kind: 'contract', of: 'ensure', ensure }));
  if (graph.role === 'component') domains.push({ kind: 'contract', of: 'result' });
  if (graph.requires.length > 0) domains.push({ kind: 'contract', of: 'requires' });
  return domains;
}

/** Returns true if a list made from the integers of a range, or from bytes, could exceed the maximum length of a list. */
function makesLongList(graph: Graph, { loop, source }: Extract<Node, { op: 'loop' }>): boolean {
  if (source.over === 'range') return loop === 'map' || loop === 'filter';
  return loop === 'map' && graph.types[source.node]?.kind === 'bytes';
}

function ofNode(graph: Graph, id: NodeId): ClosureDomain | null {
  const node = graph.nodes[id];
  switch (node?.op) {
    case 'apply': {
      const monomer = monomerAt(node.monomer);
      if (monomer.effect === 'source') return { kind: 'source', node: id };
      return monomer.precondition === null ? null : { kind: 'operation', node: id };
    }
    case 'narrow':
      return { kind: 'operation', node: id };
    case 'state':
    case 'call':
    case 'match':
      return { kind: 'contract', of: node.op, node: id };
    case 'fold':
      return node.domain === null ? null : { kind: 'contract', of: 'accumulator', node: id };
    case 'hold':
      return node.by === 'contract' ? { kind: 'contract', of: 'hold', node: id } : null;
    case 'loop':
      return makesLongList(graph, node) ? { kind: 'operation', node: id } : null;
    default:
      return null;
  }
}
