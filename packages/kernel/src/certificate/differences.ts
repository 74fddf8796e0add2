import type { NodeId } from '../graph/graph.js';
import type { Relations, Term } from '../monomers/relation.js';
import type { Board } from '../rules/board.js';
import { isPart } from '../rules/drift.js';
import { apartAtMost, partTerm } from '../rules/parts.js';
import { termOf } from '../rules/terms.js';
import { add, type Int } from '../types/integer.js';
import type { Difference, DriftProof, Link } from './format.js';

/** A certificate may list more differences for one node than any monomer states, and look up each link of a path among them. */
const FEW_FACTS = 16;

/**
 * True where the links lead from one node to the other, each vouched for, and sum up to no more than the bound. Of two
 * nodes without links, where what is known of each alone keeps them no further apart.
 */
export function pathHolds(board: Board, from: Term, to: Term, bound: Int, path: readonly Link[]): boolean {
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

/** True where the node that a link names vouches for it, or the caller does. */
export function linkHolds(board: Board, link: Link): boolean {
  return (link.via === null || board.isLive(link.via)) && isVouchedFor(board, link);
}

/** True where a node says what a link names it for, wherever it has been evaluated; or the caller does. */
export function isVouchedFor(board: Board, link: Link): boolean {
  const facts = link.via === null ? board.given : board.facts(link.via);
  board.meter.spend(Math.max(0, facts.length - FEW_FACTS), board.graph, link.via);
  return facts.some((fact) => fact.minuend === link.minuend && fact.subtrahend === link.subtrahend && fact.bound <= link.bound);
}

/** True where a part of an accumulator changes in one step by no more than is claimed. */
export function driftHolds(board: Board, accumulator: NodeId, result: NodeId, drift: DriftProof): boolean {
  const { field, before, after, upper, lower, upperPath, lowerPath } = drift;
  if (!isPart(board, accumulator, field, before) || !isPart(board, result, field, after)) return false;
  const from = partTerm(board, before);
  const to = partTerm(board, after);
  return (
    (upper === null || pathHolds(board, to, from, upper, upperPath)) && (lower === null || pathHolds(board, from, to, lower, lowerPath))
  );
}

/** True where each difference holds between the nodes at its argument positions. */
export function differencesHold(board: Board, nodes: readonly (NodeId | null)[], differences: readonly Difference[]): boolean {
  return differences.every(({ minuend, subtrahend, bound, path }) => {
    const from = termOf(board, nodes, -1, minuend);
    const to = termOf(board, nodes, -1, subtrahend);
    return from !== undefined && to !== undefined && pathHolds(board, from, to, bound, path);
  });
}

/** The relations between arguments that a certificate lists; they have been checked. */
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
