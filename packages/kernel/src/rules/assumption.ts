import { type AbstractValue, FALSE, isWithin, meet, NEVER, option, TRUE } from '../abstract/abstract.js';
import type { NodeId } from '../graph/graph.js';
import { nodeAt } from '../graph/schedule.js';
import { nonEmpty } from './loops.js';
import type { Knowledge } from './state.js';

/** A fact that holds whenever a region is reached: the value of `node` lies within `view`. */
export interface Assumption {
  readonly node: NodeId;
  readonly view: AbstractValue;
}

/** The facts that hold whenever region number `child` of `owner` is reached, seen from the owner's place. */
export function assumptionsOf(known: Knowledge, owner: NodeId, child: number): readonly Assumption[] {
  const node = nodeAt(known.graph, owner);
  switch (node.op) {
    case 'select':
      return [assume(known, node.condition, child === 0 ? TRUE : FALSE)];
    case 'shortCircuit':
      return [assume(known, node.left, rightReachedFor(node.connective))];
    case 'match':
      return [{ node: node.subject, view: known.arms(owner).subjects[child] ?? NEVER }];
    case 'unwrapOr':
      return [assume(known, node.option, NONE_ONLY)];
    case 'hold':
      return [];
    case 'loop':
    case 'fold':
      return nonEmpty(known, node.source);
    default:
      throw new Error(`${node.op} owns no regions`);
  }
}

const NONE_ONLY: AbstractValue = option(true, NEVER);

function assume(known: Knowledge, node: NodeId, view: AbstractValue): Assumption {
  return { node, view: meet(known.view(node), view) };
}

/** The left value for which a short circuit evaluates its right side. */
export function rightReachedFor(connective: 'and' | 'or' | 'implies'): AbstractValue {
  return connective === 'or' ? FALSE : TRUE;
}

/**
 * Returns true if region number `child` of `owner` must have been reached, given that the owner has been evaluated and the
 * present knowledge of its operands.
 */
export function wasReached(known: Knowledge, owner: NodeId, child: number): boolean {
  const node = nodeAt(known.graph, owner);
  switch (node.op) {
    case 'select':
      return isWithin(known.view(node.condition), child === 0 ? TRUE : FALSE);
    case 'shortCircuit':
      return isWithin(known.view(node.left), rightReachedFor(node.connective));
    case 'unwrapOr':
      return isWithin(known.view(node.option), NONE_ONLY);
    case 'match':
      return known.arms(owner).only === child;
    default:
      return false;
  }
}
