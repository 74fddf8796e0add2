import type { NodeId } from '../graph/graph.js';
import type { DifferenceTerm, Relations } from '../monomers/relation.js';
import type { Board } from '../rules/board.js';
import { isPart } from '../rules/drift.js';
import { apartAtMost, partTerm } from '../rules/parts.js';
import { termOf } from '../rules/terms.js';
import { add, type Int } from '../types/integer.js';
import type { Difference, DriftProof, Link } from './format.js';

/** A certificate may list more differences for one node than any monomer states, and look up each link of a path among them. */
const FEW_FACTS = 16;

/**
 * Returns true if the links lead from one node to the other, each link holds, and they sum to at most the bound. Without links,
 * the two nodes' own abstract values have to keep them within the bound.
 */
export function pathHolds(board: Board, from: DifferenceTerm, to: DifferenceTerm, bound: Int, path: readonly Link[]): boolean {
  if (path.length === 0 && from !== to) {
    const apart = apartAtMost(board, from, to);
    return apart !== null && apart <= bound;
  }
  let at = from;
  let sum: Int = 0;
  for (const link of path) {
    if (link.minuend !== at || !linkHolds(board, link)) return false;
    at = link.subtrahend;
    sum = add(sum, link.bound);
  }
  return at === to && sum <= bound;
}

/** Returns true if the node that a link names states it, or the caller does. */
export function linkHolds(board: Board, link: Link): boolean {
  return (link.via === null || board.isLive(link.via)) && isVouchedFor(board, link);
}

/** Returns true if a node states the link's fact, whenever it has been evaluated; or if the caller states it. */
export function isVouchedFor(board: Board, link: Link): boolean {
  const facts = link.via === null ? board.given : board.facts(link.via);
  board.meter.spend(Math.max(0, facts.length - FEW_FACTS), board.graph, link.via);
  return facts.some((fact) => fact.minuend === link.minuend && fact.subtrahend === link.subtrahend && fact.bound <= link.bound);
}

/** Returns true if one step changes a part of an accumulator by no more than is claimed. */
export function driftHolds(board: Board, accumulator: NodeId, result: NodeId, drift: DriftProof): boolean {
  const { field, before, after, upper, lower, upperPath, lowerPath } = drift;
  if (!isPart(board, accumulator, field, before) || !isPart(board, result, field, after)) return false;
  const from = partTerm(board, before);
  const to = partTerm(board, after);
  return (
    (upper === null || pathHolds(board, to, from, upper, upperPath)) && (lower === null || pathHolds(board, from, to, lower, lowerPath))
  );
}

/** Returns true if each difference holds between the nodes at its argument positions. */
export function differencesHold(board: Board, nodes: readonly (NodeId | null)[], differences: readonly Difference[]): boolean {
  return differences.every(({ minuend, subtrahend, bound, path }) => {
    const from = termOf(board, nodes, -1, minuend);
    const to = termOf(board, nodes, -1, subtrahend);
    return from !== undefined && to !== undefined && pathHolds(board, from, to, bound, path);
  });
}

/** The relations between arguments that a certificate lists, after they have been checked. */
export class ListedRelations implements Relations {
  constructor(
    private readonly board: Board,
    private readonly nodes: readonly (NodeId | null)[],
    private readonly differences: readonly Difference[],
  ) {}

  difference(i: number, j: number): Int | undefined {
    return this.differences.find(({ minuend, subtrahend }) => minuend === i && subtrahend === j)?.bound;
  }

  same(i: number, j: number): boolean {
    const a = this.nodes[i];
    const b = this.nodes[j];
    return typeof a === 'number' && typeof b === 'number' && this.board.classOf(a) === this.board.classOf(b);
  }
}
