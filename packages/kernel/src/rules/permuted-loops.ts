import type { Graph, LoopSource, NodeId } from '../graph/graph.js';
import { oncePerGraph } from '../graph/once-per-graph.js';
import { monomerOf } from './applications.js';
import { areSameBodies } from './same-bodies.js';
import { valueClasses } from './value-classes.js';

/** Limit for the pairs of loops of a graph whose bodies are compared. */
const MAX_PAIRS = 256;

/**
 * By loop: the first loop of the same kind and body over the same elements, in this order or another, or over the same range. Two
 * such counts, truths, lengths of filters or sums of results are equal. A fold is no such loop: its result may depend on the order.
 * A loop that binds places goes over a range, or over a list of pairs, so the order of its elements matters too.
 */
export const permutedLoops = oncePerGraph(firstLoops);

function firstLoops(graph: Graph): ReadonlyMap<NodeId, NodeId> {
  const classes = valueClasses(graph);
  const found = new Map<NodeId, NodeId>();
  const groups = new Map<string, NodeId[]>();
  let left = MAX_PAIRS;
  for (const [id, node] of graph.nodes.entries()) {
    const source = node.op === 'loop' ? nameOf(graph, classes, found, node.source) : null;
    if (node.op !== 'loop' || source === null) continue;
    const key = `${node.loop} ${source}`;
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [id]);
      continue;
    }
    const first = group.find((other) => {
      left -= 1;
      const before = graph.nodes[other];
      return left >= 0 && before?.op === 'loop' && areSameBodies(graph, before.body, node.body);
    });
    if (first === undefined) group.push(id);
    else found.set(id, first);
    if (left < 0) break;
  }
  return found;
}

/** Equal for ranges with the same ends, and for lists with the same elements; `null` for another source. */
function nameOf(graph: Graph, classes: Int32Array, found: ReadonlyMap<NodeId, NodeId>, source: LoopSource): string | null {
  if (source.over === 'range') return `${classes[source.lo]}..${classes[source.hi]}`;
  return graph.types[source.node]?.kind === 'list' ? `${elementsOf(graph, classes, found, source.node)}` : null;
}

/** The class of a list with the same elements, each as often: before sorting and reversing, through loops that made such elements. */
function elementsOf(graph: Graph, classes: Int32Array, found: ReadonlyMap<NodeId, NodeId>, list: NodeId): NodeId {
  for (let at = classes[list] ?? list; ; ) {
    const node = graph.nodes[at];
    const [only, ...more] = node?.op === 'apply' && monomerOf(node).linear?.result?.is === 'elements' ? node.operands : [];
    const before = only !== undefined && more.length === 0 ? only : found.get(at);
    if (before === undefined) return at;
    at = classes[before] ?? before;
  }
}
