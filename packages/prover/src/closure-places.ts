import type { GraphReference } from '@kirchhoff/kernel/evaluate/evaluation';
import { type ClosureDomain, closureDomains } from '@kirchhoff/kernel/graph/closure-domains';
import type { Graph } from '@kirchhoff/kernel/graph/graph';
import type { Program } from '@kirchhoff/language/program/program';
import type { GraphMap } from '@kirchhoff/language/program/source-map';
import { type Blame, blame } from './messages.js';

/** A closure domain with the content of its error message, in case it is open. */
export interface ClosurePlace extends Blame {
  readonly part: GraphReference;
  readonly of: ClosureDomain;
}

/**
 * Returns all closure domains of a program with their places in the source, so that a stored error can be located in the graph.
 */
export function closurePlaces({ core, sourceMap }: Program): readonly ClosurePlace[] {
  return [
    ...core.components.flatMap((graph, component) => placesOf(graph, sourceMap.components[component], { component })),
    ...core.graphs.flatMap((graph, index) => placesOf(graph, sourceMap.graphs[index], { graph: index })),
  ];
}

function placesOf(graph: Graph, map: GraphMap | undefined, part: GraphReference): readonly ClosurePlace[] {
  if (map === undefined) throw new Error('the source map does not belong to the core');
  return closureDomains(graph).map((of) => ({ ...blame(graph, map, of), part, of }));
}
