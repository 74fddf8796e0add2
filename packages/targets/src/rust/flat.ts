import { BINDING, bindingOf, type RsExpression } from './expression.js';

/** Returns an expression on one line. Expressions nest only a few levels. */
export function flat(expression: RsExpression): string {
  switch (expression.kind) {
    case 'atom':
      return expression.text;
    case 'call': {
      const args = expression.args.map(flat).join(expression.separator === undefined ? ', ' : `${expression.separator} `);
      return expression.callee + expression.brackets[0] + args + expression.brackets[1];
    }
    case 'method':
      return `${primary(expression.receiver)}.${expression.name}(${expression.args.map(flat).join(', ')})`;
    case 'field':
      return `${primary(expression.receiver)}.${expression.name}`;
    case 'index':
      return `${primary(expression.receiver)}[${flat(expression.index)}]`;
    case 'try':
      return `${primary(expression.operand)}?`;
    case 'unary':
      return expression.operator + operandOf(expression);
    case 'cast':
      return `${within(expression.operand, BINDING.cast)} as ${expression.type}`;
    case 'binary': {
      const [left, right] = sidesOf(expression);
      return expression.level === 'range' ? left + expression.operator + right : `${left} ${expression.operator} ${right}`;
    }
    case 'struct': {
      const fields = expression.fields.map(([name, value]) => fieldOf(name, value));
      return `${expression.name} { ${fields.join(', ')} }`;
    }
    case 'if':
      return `if ${flat(expression.condition)} { ${flat(expression.whenTrue)} } else { ${flat(expression.whenFalse)} }`;
    case 'closure':
      return `|${expression.parameters}| ${flat(expression.body)}`;
  }
}

/** Returns the text, in parentheses if it binds less tightly than its place requires. */
export function within(expression: RsExpression, least: number): string {
  return needsParentheses(expression, least) ? `(${flat(expression)})` : flat(expression);
}

export function needsParentheses(expression: RsExpression, least: number): boolean {
  // A condition would take the brace of a struct for that of its block.
  if (expression.kind === 'struct' && least >= BINDING.cast) return true;
  return bindingOf(expression) < least;
}

export function fieldOf(name: string, value: RsExpression): string {
  const text = flat(value);
  return text === name ? name : `${name}: ${text}`;
}

function primary(receiver: RsExpression): string {
  return within(receiver, BINDING.primary);
}

function operandOf({ operator, operand }: Extract<RsExpression, { kind: 'unary' }>): string {
  const text = within(operand, BINDING.unary);
  return operator === '-' && text.startsWith('-') ? `(${text})` : text;
}

/** Returns the operands of an operator, in parentheses if they need them. */
export function sidesOf(expression: Extract<RsExpression, { kind: 'binary' }>): readonly [string, string] {
  const { left, right } = expression;
  return [
    leftNeedsParentheses(expression) ? `(${flat(left)})` : flat(left),
    rightNeedsParentheses(expression) ? `(${flat(right)})` : flat(right),
  ];
}

/** The operands of comparisons and ranges have no operators of their own level. `<` after a type would begin its arguments. */
export function leftNeedsParentheses({ level, operator, left }: Extract<RsExpression, { kind: 'binary' }>): boolean {
  const isAlone = level === 'comparison' || level === 'range';
  if (isAlone && (bindingOf(left) === BINDING[level] || left.kind === 'struct')) return true;
  return needsParentheses(left, BINDING[level]) || (operator.startsWith('<') && endsWithCast(left));
}

export function rightNeedsParentheses({ level, right }: Extract<RsExpression, { kind: 'binary' }>): boolean {
  return needsParentheses(right, BINDING[level] + 1) || (level === 'comparison' && right.kind === 'struct');
}

function endsWithCast(expression: RsExpression): boolean {
  switch (expression.kind) {
    case 'cast':
      return true;
    case 'binary':
      return !rightNeedsParentheses(expression) && endsWithCast(expression.right);
    case 'unary':
      return endsWithCast(expression.operand);
    default:
      return false;
  }
}
