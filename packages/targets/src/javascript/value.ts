import { type Node, type NodeId, nodeAt } from '@kirchhoff/coherence';
import type { Branching } from '../plan/branching.js';
import { at } from '../plan/plan.js';
import { apply } from './application.js';
import { subjectOf } from './branches.js';
import { blamedAt, isInDomain, placeArguments, writeCheck } from './checks.js';
import { held, type JsExpression, member, primary } from './expression.js';
import { list, literalOf, record, some } from './literal.js';
import type { LoopNode } from './loops.js';
import { boundBy } from './patterns.js';
import { type EmissionScope, expressionOf, representationAt, typeOf } from './scope.js';

/** A `hold` node, which owns the condition of its value. */
export type HoldNode = Extract<Node, { op: 'hold' }>;

/** Returns the expression of a node without regions; null for a parameter and for a variable of a loop, which have names. */
export function valueOf(scope: EmissionScope, id: NodeId, node: Exclude<Node, Branching | LoopNode | HoldNode>): JsExpression | null {
  const { use } = scope.runtime;
  switch (node.op) {
    case 'parameter':
      return null;
    case 'bound':
      return boundOf(scope, node);
    case 'literal':
      return literalOf(node.value, typeOf(scope, id), use);
    case 'list':
      return list(
        node.items.map((item) => expressionOf(scope, item)),
        use,
      );
    case 'record':
      return record(
        node.fields.map((field) => ({ name: field.name, value: expressionOf(scope, field.node) })),
        use,
      );
    case 'some':
      return some(expressionOf(scope, node.value), typeOf(scope, id), use);
    case 'field': {
      const isInteger = typeOf(scope, id).kind === 'integer';
      return member(expressionOf(scope, node.record), node.name, isInteger ? 'canonical' : 'other');
    }
    case 'apply':
      return apply(scope, id, node);
    case 'narrow':
    case 'state': {
      const operand = expressionOf(scope, node.operand);
      if (at(scope.plan.faults, id)) {
        const what = node.op === 'narrow' ? 'as' : 'a stated domain';
        writeCheck(scope, isInDomain(scope, node.domain, operand), blamedAt(scope, id), `${what} does not hold`);
      }
      return held(operand, representationAt(scope, id));
    }
    case 'call':
      return callOf(scope, id, node);
  }
}

/** Returns the value that the pattern of an arm binds, and the value that a condition tests. */
function boundOf(scope: EmissionScope, { region }: Extract<Node, { op: 'bound' }>): JsExpression | null {
  const { graph } = scope.plan;
  const owner = nodeAt(graph, graph.regions[region]?.owner ?? Number.NaN);
  if (owner.op === 'hold') return expressionOf(scope, owner.operand);
  if (owner.op !== 'match') return null;
  const arm = owner.arms.find((candidate) => candidate.region === region);
  return arm === undefined ? null : boundBy(arm.pattern, subjectOf(scope, owner.subject)).value;
}

function callOf(scope: EmissionScope, id: NodeId, node: Extract<Node, { op: 'call' }>): JsExpression {
  const callee = at(scope.components, node.component);
  const { parameters } = at(scope.plan.core.components, node.component);
  const args = node.arguments.map((argument, index) => {
    const value = expressionOf(scope, argument);
    if (at(scope.plan.faults, id)) {
      const { domain } = at(parameters, index);
      writeCheck(scope, isInDomain(scope, domain, value), blamedAt(scope, id), `an argument of ${callee.name} is outside its domain`);
    }
    return held(value, at(callee.parameters, index));
  });
  const place = callee.takesPlace ? placeArguments(scope, blamedAt(scope, id)) : [];
  const all = [...args.map(({ text }) => text), ...place].join(', ');
  const called = primary(`${callee.name}(${callee.style.takesArray ? `[${all}]` : all})`, callee.result);
  return callee.style.isSteps ? primary(`(yield ${called.text})`, callee.result) : called;
}
