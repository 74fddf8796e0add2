import { BOOLEAN, INTEGER, TEXT } from '../domain.js';
import type { Expression } from '../syntax/ast.js';
import { conditional, match } from './branches.js';
import type { Elaboration, GraphBuilder } from './builder.js';
import { call } from './calls.js';
import type { NodeId } from './graph.js';
import { tagged } from './kind-term.js';
import { chain, membership, postfix, prefix, rightChain } from './operators.js';
import { readName } from './read-name.js';
import { reportUnsupported } from './unsupported.js';

type Composite = Extract<Expression, { form: 'prefix' | 'postfix' | 'chain' | 'rightChain' | 'in' | 'if' | 'match' | 'call' }>;

/** Runs an elaboration, and those that it asks for, on a stack of its own; gives its node. */
export function run(builder: GraphBuilder, start: Elaboration): NodeId {
  const stack = [start];
  let sent: NodeId = -1;
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const step = top.next(sent);
    if (step.done === true) {
      stack.pop();
      sent = step.value;
      continue;
    }
    const next = begin(step.value, builder);
    if (typeof next === 'number') sent = next;
    else stack.push(next);
  }
  return sent;
}

/** Elaborates one expression. */
export function elaborate(builder: GraphBuilder, expression: Expression): NodeId {
  const next = begin(expression, builder);
  return typeof next === 'number' ? next : run(builder, next);
}

/** The node of an expression that has no parts, or the elaboration of one that has. */
function begin(expression: Expression, builder: GraphBuilder): NodeId | Elaboration {
  const { draft, reports } = builder;
  switch (expression.form) {
    case 'integer':
      return draft.add({ op: 'literal', value: expression.value }, INTEGER, expression.span);
    case 'boolean':
      return draft.add({ op: 'literal', value: expression.value }, BOOLEAN, expression.span);
    case 'text':
      return draft.add({ op: 'literal', value: expression.value }, TEXT, expression.span);
    case 'tag':
      return draft.add({ op: 'literal', value: expression.tag }, tagged(expression.tag, expression.span), expression.span);
    case 'name':
      return readName(expression, builder);
    case 'bytes':
      reportUnsupported(reports, expression.span, 'bytes');
      return draft.poison(expression.span);
    case 'none':
      reportUnsupported(reports, expression.span, 'options');
      return draft.poison(expression.span);
    case 'list':
      reportUnsupported(reports, expression.span, 'lists');
      return draft.poison(expression.span);
    case 'record':
      reportUnsupported(reports, expression.span, 'records');
      return draft.poison(expression.span);
    case 'map':
    case 'filter':
    case 'quantifier':
    case 'fold':
      reportUnsupported(reports, expression.span, 'loops');
      return draft.poison(expression.span);
    case 'prefix':
    case 'postfix':
    case 'chain':
    case 'rightChain':
    case 'in':
    case 'if':
    case 'match':
    case 'call':
      return compose(expression, builder);
  }
}

function compose(expression: Composite, builder: GraphBuilder): Elaboration {
  switch (expression.form) {
    case 'prefix':
      return prefix(expression, builder);
    case 'postfix':
      return postfix(expression, builder);
    case 'chain':
      return chain(expression, builder);
    case 'rightChain':
      return rightChain(expression, builder);
    case 'in':
      return membership(expression, builder);
    case 'if':
      return conditional(expression, builder);
    case 'match':
      return match(expression, builder);
    case 'call':
      return call(expression, builder);
  }
}
