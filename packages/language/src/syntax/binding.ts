import type { Expression } from './ast.js';
import { infixLevel, LEVEL } from './grammar.js';

/** Returns the binding strength of an expression's outermost operation. */
export function levelOf(expression: Expression): number {
  switch (expression.form) {
    case 'prefix':
      return levelOfPrefix(expression.operators[0]?.operator);
    case 'postfix':
      return LEVEL.postfix;
    case 'chain':
      return infixLevel(expression.rest[0]?.operator ?? '') ?? LEVEL.primary;
    case 'rightChain':
      return infixLevel(expression.operator) ?? LEVEL.primary;
    case 'in':
      return LEVEL.comparison;
    case 'integer':
    case 'boolean':
    case 'text':
    case 'bytes':
    case 'tag':
    case 'none':
    case 'name':
    case 'if':
    case 'match':
    case 'list':
    case 'record':
    case 'map':
    case 'filter':
    case 'first':
    case 'quantifier':
    case 'fold':
    case 'call':
      return LEVEL.primary;
  }
}

function levelOfPrefix(operator: '-' | 'some' | 'not' | undefined): number {
  if (operator === 'not') return LEVEL.not;
  return operator === 'some' ? LEVEL.some : LEVEL.prefix;
}

/** The operand or prefix operation with which an expression begins, inside parentheses or not. */
export function leftmost(expression: Expression): Expression {
  let first = expression;
  for (;;) {
    const inner = leftOperand(first);
    if (inner === undefined) return first;
    first = inner;
  }
}

/** Returns the operand with which an expression begins, unless a parenthesis precedes it; else null. */
export function leading(expression: Expression): Expression | null {
  let first = expression;
  for (;;) {
    const inner = leftOperand(first);
    if (inner === undefined) return first;
    if (levelOf(inner) < (first.form === 'postfix' ? LEVEL.postfix : levelOf(first) + 1)) return null;
    first = inner;
  }
}

function leftOperand(expression: Expression): Expression | undefined {
  if (expression.form === 'chain') return expression.first;
  if (expression.form === 'rightChain') return expression.operands[0];
  if (expression.form === 'postfix') return expression.base;
  return expression.form === 'in' ? expression.value : undefined;
}
