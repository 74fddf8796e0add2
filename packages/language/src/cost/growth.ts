import type { Graph, Node, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { ownedRegions } from '@kirchhoff/kernel/graph/schedule';
import { type Extent, lengthOf, SMALL } from './extent.js';
import { costOf } from './monomer-cost.js';

/**
 * How long a text, bytes or list can be that is made of the accumulator which the body `of` a fold binds: at most
 * `floor`, or as long as the accumulator and `by` more.
 */
export interface Growth {
  readonly of: RegionId;
  readonly by: number;
  readonly floor: number;
}

/** Of what is never longer than the accumulator and so many more. */
const NO_FLOOR = Number.NEGATIVE_INFINITY;

/**
 * How much one step of each fold lets its accumulator grow, by the region of its body; those are left out of which
 * nothing is known. Linear.
 *
 * @param extents What the values of each node can be, whatever the accumulators are.
 * @param rounds How often the body of a fold can run.
 */
export function growthOfFolds(
  graph: Graph,
  extents: readonly Extent[],
  rounds: (fold: Extract<Node, { op: 'fold' }>) => number,
): ReadonlyMap<RegionId, Growth> {
  const folds = new Map<RegionId, Growth>();
  const growths: (Growth | null)[] = [];
  const length = (node: NodeId) => lengthOf(extents[node] ?? SMALL);
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

/** A step that gives nothing of its own accumulator gives what it gives. */
function stepOf(growth: Growth | null, body: RegionId, length: number): Growth {
  return growth?.of === body ? growth : { of: body, by: 0, floor: length };
}

/** What a fold gives that began with what has grown from an outer accumulator. */
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

/** What one of these is, those that are made of no accumulator as long as they can be. */
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
