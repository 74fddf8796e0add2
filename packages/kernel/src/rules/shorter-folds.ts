import { minus, ONE, textOf } from '../abstract/polynomial.js';
import type { Graph, Node, NodeId, RegionId } from '../graph/graph.js';
import { oncePerGraph } from '../graph/once-per-graph.js';
import { nodePolynomials } from './node-polynomials.js';
import { areSameBodies } from './same-bodies.js';
import { valueClasses } from './value-classes.js';

type FoldNode = Extract<Node, { op: 'fold' }>;

/** Limit for the pairs of folds of a graph that are compared. */
const MAX_PAIRS = 256;

/**
 * By fold over a range: the folds that do the same, but over a range that ends one integer earlier. They begin with the same value
 * and have the same step, so if all have been evaluated and the longer range is not empty, the value of the shorter fold is that of
 * the longer one before its last step.
 */
export const shorterFolds = oncePerGraph(pairsIn);

function pairsIn(graph: Graph): ReadonlyMap<NodeId, readonly NodeId[]> {
  const folds = [...graph.nodes.entries()].flatMap(([id, node]) => (node.op === 'fold' ? (described(graph, id, node) ?? []) : []));
  const byRange = new Map<string, RangeFold[]>();
  for (const fold of folds) {
    const others = byRange.get(fold.range);
    if (others === undefined) byRange.set(fold.range, [fold]);
    else others.push(fold);
  }
  const found = new Map<NodeId, readonly NodeId[]>();
  let left = MAX_PAIRS;
  for (const { id: long, body, shorterRange } of folds) {
    const shorter: NodeId[] = [];
    for (const other of byRange.get(shorterRange) ?? []) {
      left -= 1;
      if (left < 0) return found;
      if (areSameBodies(graph, body, other.body)) shorter.push(other.id);
    }
    if (shorter.length > 0) found.set(long, shorter);
  }
  return found;
}

/** A fold over a range. */
interface RangeFold {
  readonly id: NodeId;
  readonly body: RegionId;
  /** Equal for folds that begin with the same value and go over the same range. */
  readonly range: string;
  /** The `range` of the folds that begin with the same value and go over a range that ends one integer earlier. */
  readonly shorterRange: string;
}

/** `null` for a fold over something else. */
function described(graph: Graph, id: NodeId, { initial, source, body }: FoldNode): RangeFold | null {
  if (source.over !== 'range') return null;
  const classes = valueClasses(graph);
  const hi = nodePolynomials(graph).of(source.hi);
  const [range, shorterRange] = [hi, minus(hi, ONE)].map((end) => `${classes[initial]} ${classes[source.lo]} ${textOf(end)}`);
  return { id, body, range: range ?? '', shorterRange: shorterRange ?? '' };
}
