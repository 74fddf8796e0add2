import type { Graph, Node, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { ownedRegions } from '@kirchhoff/kernel/graph/schedule';
import { costOf } from './monomer-cost.js';
import { lengthOf, type SizeBound, SMALL } from './size-bound.js';

/**
 * An upper bound for the length of a text, bytes or list that is built from the accumulator bound by the body `of` a fold: at
 * most `floor`, or the accumulator's length plus `by`.
 */
export interface Growth {
  readonly of: RegionId;
  readonly by: number;
  readonly floor: number;
}

/** Stands for no floor: the length is at most the accumulator's plus a constant. */
const NO_FLOOR = Number.NEGATIVE_INFINITY;

/**
 * Returns the growth of the accumulator in one step of each fold, by the region of its body; folds without a known bound are left
 * out. Linear time.
 *
 * @param sizeBounds the size bounds of the values of each node, for any accumulators
 * @param rounds maximal number of rounds of a fold's body
 */
export function growthOfFolds(
  graph: Graph,
  sizeBounds: readonly SizeBound[],
  rounds: (fold: Extract<Node, { op: 'fold' }>) => number,
): ReadonlyMap<RegionId, Growth> {
  const folds = new Map<RegionId, Growth>();
  const growths: (Growth | null)[] = [];
  const length = (node: NodeId) => lengthOf(sizeBounds[node] ?? SMALL);
  for (const node of graph.nodes) {
    if (node.op !== 'fold') {
      growths.push(growthOf(graph, node, growths, length));
      continue;
    }
    const result = graph.regions[node.body]?.result ?? -1;
    const step = stepOf(growths[result] ?? null, node.body, length(result));
    folds.set(node.body, step);
    const initial = growths[node.initial] ?? null;
    growths.push(initial === null ? null : repeated(initial, step, rounds(node)));
  }
  return folds;
}

/** If the result of a step does not depend on its own accumulator, the growth is that of the result. */
function stepOf(growth: Growth | null, body: RegionId, length: number): Growth {
  return growth?.of === body ? growth : { of: body, by: 0, floor: length };
}

/** Returns the growth of a fold's result if its first value grew from an outer accumulator. */
function repeated(initial: Growth, step: Growth, rounds: number): Growth {
  const more = rounds * step.by;
  return { of: initial.of, by: initial.by + more, floor: Math.max(initial.floor, step.floor) + more };
}

function growthOf(graph: Graph, node: Node, growths: readonly (Growth | null)[], length: (node: NodeId) => number): Growth | null {
  const at = (id: NodeId): Growth | null => growths[id] ?? null;
  switch (node.op) {
    case 'bound': {
      const owner = graph.nodes[graph.regions[node.region]?.owner ?? -1];
      if (owner?.op === 'hold') return at(owner.operand);
      return owner?.op === 'fold' && node.index === 0 ? { of: node.region, by: 0, floor: NO_FLOOR } : null;
    }
    case 'apply': {
      const [first = -1, second = -1] = node.operands;
      switch (costOf(node.monomer).growth) {
        case 'keeps':
          return at(first);
        case 'appends':
          return extended(at(first), 1);
        case 'joins':
          if (at(first) !== null && at(second) !== null) return null;
          return extended(at(first), length(second)) ?? extended(at(second), length(first));
        case null:
          return null;
      }
    }
    case 'narrow':
    case 'state':
    case 'hold':
      return at(node.operand);
    case 'loop':
      return node.source.over === 'value' && (node.loop === 'filter' || node.loop === 'map') ? at(node.source.node) : null;
    case 'select':
    case 'match':
      return either(
        ownedRegions(node).map((region) => graph.regions[region]?.result ?? -1),
        at,
        length,
      );
    default:
      return null;
  }
}

function extended(growth: Growth | null, more: number): Growth | null {
  return growth === null ? null : { of: growth.of, by: growth.by + more, floor: growth.floor + more };
}

/** Returns the common bound of several nodes; those that do not depend on the accumulator count with their maximal length. */
function either(nodes: readonly NodeId[], at: (node: NodeId) => Growth | null, length: (node: NodeId) => number): Growth | null {
  const growths = nodes.flatMap((node) => at(node) ?? []);
  const [first] = growths;
  if (first === undefined || growths.some((growth) => growth.of !== first.of)) return null;
  const others = nodes.filter((node) => at(node) === null);
  return {
    of: first.of,
    by: growths.reduce((most, growth) => Math.max(most, growth.by), 0),
    floor: Math.max(
      growths.reduce((most, growth) => Math.max(most, growth.floor), NO_FLOOR),
      others.reduce((most, node) => Math.max(most, length(node)), NO_FLOOR),
    ),
  };
}
