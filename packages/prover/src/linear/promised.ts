import { minus, type Polynomial } from '@kirchhoff/kernel/abstract/polynomial';
import type { Graph, NodeId } from '@kirchhoff/kernel/graph/graph';
import { monomerAt } from '@kirchhoff/kernel/monomers/catalog';
import type { NodePolynomials } from '@kirchhoff/kernel/rules/node-polynomials';

/** Limit for the sums that the promises of a graph suggest. */
const MAX_PROMISED = 16;

const KNOWN = new WeakMap<Graph, readonly Polynomial[]>();

/**
 * Returns the sums that are not negative if the comparisons in the promises of a graph are true. An author promises how totals
 * are related, and another goal may follow from that relation. Nothing is assumed: each sum has to be proven where it is used.
 */
export function promisedSums(graph: Graph, polynomials: NodePolynomials): readonly Polynomial[] {
  const known =
    KNOWN.get(graph) ??
    comparisonsOf(graph)
      .flatMap((id) => sumsOf(graph, polynomials, id))
      .slice(0, MAX_PROMISED);
  KNOWN.set(graph, known);
  return known;
}

function comparisonsOf(graph: Graph): readonly NodeId[] {
  const inside = new Set(graph.ensures);
  return graph.regions.flatMap(({ parent, nodes }, region) => {
    if (!inside.has(region) && (parent === null || !inside.has(parent))) return [];
    inside.add(region);
    return nodes;
  });
}

function sumsOf(graph: Graph, polynomials: NodePolynomials, id: NodeId): readonly Polynomial[] {
  const node = graph.nodes[id];
  if (node?.op !== 'apply') return [];
  const [a, b] = node.operands;
  if (a === undefined || b === undefined || !polynomials.isInteger(a) || !polynomials.isInteger(b)) return [];
  const [more, less] = [minus(polynomials.of(a), polynomials.of(b)), minus(polynomials.of(b), polynomials.of(a))];
  switch (monomerAt(node.monomer).name) {
    case 'EQ':
      return [more, less];
    case 'GE':
    case 'GT':
      return [more];
    case 'LE':
    case 'LT':
      return [less];
    default:
      return [];
  }
}
