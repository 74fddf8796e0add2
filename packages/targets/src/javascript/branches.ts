import type { Node, NodeId, RegionId } from '@kirchhoff/coherence';
import { isCovered } from '../plan/coverage.js';
import { at, type GraphPlan, liveNodes, resultOf } from '../plan/plan.js';
import { not } from './checks.js';
import { boolean, held, type JsExpression } from './expression.js';
import { contentOf, fits, hasContent, type MatchSubject } from './patterns.js';
import { type EmissionScope, expressionOf, typeOf } from './scope.js';

/** The value of an arm: the value of a region, or a known one. */
export type ArmContent = { readonly region: RegionId } | { readonly value: JsExpression };

/** A node that selects one of several values, as a chain of conditions. */
export interface Branches {
  readonly arms: readonly { readonly condition: JsExpression; readonly content: ArmContent }[];
  /** The content without a true condition; null if that is a fault. */
  readonly otherwise: ArmContent | null;
}

export type Branching = Extract<Node, { op: 'select' | 'shortCircuit' | 'unwrapOr' | 'match' }>;

export function isBranching(node: Node): node is Branching {
  return node.op === 'select' || node.op === 'shortCircuit' || node.op === 'unwrapOr' || node.op === 'match';
}

/** Returns the chain of a node whose operands are already emitted. */
export function branchesOf(scope: EmissionScope, id: NodeId, node: Branching): Branches {
  switch (node.op) {
    case 'select': {
      const arm = { condition: expressionOf(scope, node.condition), content: { region: node.whenTrue } };
      return { arms: [arm], otherwise: { region: node.whenFalse } };
    }
    case 'shortCircuit': {
      const left = expressionOf(scope, node.left);
      const arm = { condition: node.connective === 'or' ? left : not(left), content: { value: boolean(node.connective !== 'and') } };
      return { arms: [arm], otherwise: { region: node.right } };
    }
    case 'unwrapOr': {
      const option = subjectOf(scope, node.option);
      const arm = { condition: hasContent(option), content: { value: contentOf(option).value } };
      return { arms: [arm], otherwise: { region: node.otherwise } };
    }
    case 'match':
      return armsOf(scope, id, node);
  }
}

/** The last reachable arm needs no condition if the arms provably cover the subject. */
function armsOf(scope: EmissionScope, id: NodeId, node: Extract<Node, { op: 'match' }>): Branches {
  const range = at(scope.plan.ranges, node.subject);
  const first = node.arms.findIndex((arm) => arm.pattern.pattern === 'any');
  const reachable = first < 0 ? node.arms : node.arms.slice(0, first + 1);
  const covered =
    !at(scope.plan.faults, id) ||
    isCovered(
      range,
      reachable.map((arm) => arm.pattern),
    );
  const last = covered ? reachable.at(-1) : undefined;
  const conditional = last === undefined ? reachable : reachable.slice(0, -1);
  const subject = subjectOf(scope, node.subject);
  const arms = conditional.map(({ pattern, region }) => ({ condition: fits(pattern, subject, scope.runtime.use), content: { region } }));
  return { arms, otherwise: last === undefined ? null : { region: last.region } };
}

/** Returns a node in the form that patterns need. */
export function subjectOf(scope: EmissionScope, id: NodeId): MatchSubject {
  return { value: expressionOf(scope, id), range: at(scope.plan.ranges, id), type: typeOf(scope, id) };
}

/** Returns the region that is evaluated without a true condition; otherwise null. */
function lastRegion(node: Branching): RegionId | null {
  switch (node.op) {
    case 'select':
      return node.whenFalse;
    case 'shortCircuit':
      return node.right;
    case 'unwrapOr':
      return node.otherwise;
    case 'match':
      return node.arms.at(-1)?.region ?? null;
  }
}

/**
 * Returns the node at the end of a region, if it branches in statements and only the region's result reads it: it can deliver its
 * value directly to the receiver of the region's value.
 */
export function tailOf(plan: GraphPlan, region: RegionId): NodeId | null {
  const result = resultOf(plan, region);
  const isLast = liveNodes(plan, region).at(-1) === result;
  if (!isLast || plan.forms[result] !== 'statements' || at(plan.uses, result).length !== 1) return null;
  if (plan.graph.outputs.some((output) => output.node === result)) return null;
  return isBranching(at(plan.graph.nodes, result)) ? result : null;
}

/** Counts the branches in a chain of last arms, beginning with this one, up to a limit. */
export function chainLength(plan: GraphPlan, id: NodeId, limit: number): number {
  let length = 0;
  for (let next: NodeId | null = id; next !== null && length < limit; length += 1) {
    const node = at(plan.graph.nodes, next);
    if (!isBranching(node)) break;
    length += node.op === 'match' ? node.arms.length - 1 : 0;
    const region = lastRegion(node);
    next = region === null ? null : tailOf(plan, region);
  }
  return length;
}

/** Returns true if a region consists only of its tail and the expression of the tail's condition. */
export function isOnlyTail(plan: GraphPlan, region: RegionId): boolean {
  const tail = tailOf(plan, region);
  return tail !== null && liveNodes(plan, region).every((id) => id === tail || plan.forms[id] === 'inline');
}

/** Returns the value of a content that needs no statement. */
export function contentExpression(scope: EmissionScope, content: ArmContent): JsExpression {
  if ('value' in content) return content.value;
  return expressionOf(scope, resultOf(scope.plan, content.region));
}

/** Returns both arms in one representation. */
export function heldAlike(whenTrue: JsExpression, whenFalse: JsExpression): readonly [JsExpression, JsExpression] {
  if (whenTrue.representation === whenFalse.representation) return [whenTrue, whenFalse];
  return [held(whenTrue, 'bigint'), held(whenFalse, 'bigint')];
}
