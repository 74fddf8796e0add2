import { constantOf, minus } from '../abstract/polynomial.js';
import type { Graph, Node, NodeId } from '../graph/graph.js';
import { nodePolynomials } from './node-polynomials.js';
import { areSameBodies } from './same-bodies.js';
import { valueClasses } from './value-classes.js';

type FoldNode = Extract<Node, { op: 'fold' }>;

/** Limit for the pairs of folds of a graph that are compared. */
const MAX_PAIRS = 256;

const KNOWN = new WeakMap<Graph, ReadonlyMap<NodeId, readonly NodeId[]>>();

/**
 * By fold over a range: the folds that do the same, but over a range that ends one integer earlier. They begin with the same value
 * and have the same step, so if all have been evaluated and the longer range is not empty, the value of the shorter fold is that of
 * the longer one before its last step.
 */
export function shorterFolds(graph: Graph): ReadonlyMap<NodeId, readonly NodeId[]> {
  const known = KNOWN.get(graph) ?? pairsIn(graph);
  KNOWN.set(graph, known);
  return known;
}

function pairsIn(graph: Graph): ReadonlyMap<NodeId, readonly NodeId[]> {
  const folds = [...graph.nodes.entries()].filter((entry): entry is [NodeId, FoldNode] => entry[1].op === 'fold');
  const found = new Map<NodeId, readonly NodeId[]>();
  let left = MAX_PAIRS;
  for (const [long, node] of folds) {
    const shorter: NodeId[] = [];
    for (const [short, other] of folds) {
      if (short === long || !isSameFold(graph, node, other)) continue;
      left -= 1;
      if (left < 0) return found;
      if (areSameBodies(graph, node.body, other.body)) shorter.push(short);
    }
    if (shorter.length > 0) found.set(long, shorter);
  }
  return found;
}

/** Returns true if the second fold begins with the same value and goes over a range that ends one integer earlier. */
function isSameFold(graph: Graph, long: FoldNode, short: FoldNode): boolean {
  if (long.source.over !== 'range' || short.source.over !== 'range') return false;
  const classes = valueClasses(graph);
  if (classes[long.initial] !== classes[short.initial] || classes[long.source.lo] !== classes[short.source.lo]) return false;
  const polynomials = nodePolynomials(graph);
  return constantOf(minus(polynomials.of(long.source.hi), polynomials.of(short.source.hi))) === 1n;
}
