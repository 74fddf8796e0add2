import type { Node, NodeId, RegionId } from '@kirchhoff/coherence';
import type { Branching } from '../plan/branching.js';
import { isCovered } from '../plan/coverage.js';
import { at, resultOf } from '../plan/plan.js';
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
