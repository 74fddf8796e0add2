import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import { BOOLEAN, BYTES, TEXT } from '@kirchhoff/kernel/types/domain';
import type { Expression } from '../syntax/ast.js';
import { conditional } from './branches.js';
import type { Elaboration, GraphBuilder } from './builder.js';
import { call, callAtOnce } from './calls.js';
import { list, none, record } from './constructors.js';
import { fold, loop } from './loops.js';
import { match } from './match.js';
import { nestsLittle } from './nesting.js';
import { chain, chainAtOnce, membership, postfix, postfixAtOnce, prefix, rightChain } from './operators.js';
import { readName } from './read-name.js';
import { tagged } from './type-term.js';

/** Runs an elaboration and those of its parts with an explicit stack. Returns its node. */
function run(builder: GraphBuilder, start: Elaboration): NodeId {
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

/** The node of an expression, or the elaboration of one that recursion does not elaborate. */
function begin(expression: Expression, builder: GraphBuilder, isAtOnce = nestsLittle(expression, builder)): NodeId | Elaboration {
  const { draft } = builder;
  switch (expression.form) {
    case 'integer':
      return draft.integer(expression.value, expression.span);
    case 'boolean':
      return draft.add({ op: 'literal', value: expression.value }, BOOLEAN, expression.span);
    case 'text':
      return draft.add({ op: 'literal', value: expression.value }, TEXT, expression.span);
    case 'tag':
      return draft.add({ op: 'literal', value: expression.tag }, tagged(expression.tag, expression.span), expression.span);
    case 'bytes':
      return draft.add({ op: 'literal', value: expression.value }, BYTES, expression.span);
    case 'none':
      return none(expression, builder);
    case 'name':
      return isAtOnce ? readName(expression, builder) : constant(expression, builder);
    case 'chain':
      return isAtOnce ? chainAtOnce(expression, builder) : chain(expression, builder);
    case 'postfix':
      return isAtOnce ? postfixAtOnce(expression, builder) : postfix(expression, builder);
    case 'call':
      return isAtOnce ? callAtOnce(expression, builder) : call(expression, builder);
    case 'prefix':
      return prefix(expression, builder);
    case 'rightChain':
      return rightChain(expression, builder);
    case 'in':
      return membership(expression, builder);
    case 'if':
      return conditional(expression, builder);
    case 'match':
      return match(expression, builder);
    case 'list':
      return list(expression, builder);
    case 'record':
      return record(expression, builder);
    case 'map':
    case 'filter':
    case 'first':
    case 'quantifier':
      return loop(expression, builder);
    case 'fold':
      return fold(expression, builder);
  }
}

/** As in {@link GraphBuilder}. */
export function atOnce(builder: GraphBuilder, expression: Expression): NodeId | null {
  return nestsLittle(expression, builder) ? part(builder, expression) : null;
}

/** As in {@link GraphBuilder}. */
export function part(builder: GraphBuilder, expression: Expression): NodeId {
  const node = begin(expression, builder, true);
  if (typeof node !== 'number') throw new Error(`not elaborated at once: ${expression.form}`);
  return node;
}

/** Elaborates the value of a constant at the use of its name. */
function constant(expression: Extract<Expression, { form: 'name' }>, builder: GraphBuilder): NodeId | Elaboration {
  const value = builder.constants.resolve(expression);
  return value === null ? builder.draft.poison(expression.span) : begin(value, builder);
}
