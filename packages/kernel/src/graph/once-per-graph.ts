import type { Graph } from './graph.js';

/**
 * Returns the function with a cache: it is computed once for each graph, and kept as long as the graph is in use. A graph is never
 * changed, so a result stays right; prover, checker and each call of a component ask for it again.
 */
export function oncePerGraph<Result extends object>(compute: (graph: Graph) => Result): (graph: Graph) => Result {
  const kept = new WeakMap<Graph, Result>();
  return (graph) => {
    const known = kept.get(graph);
    if (known !== undefined) return known;
    const result = compute(graph);
    kept.set(graph, result);
    return result;
  };
}
