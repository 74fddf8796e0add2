import type { Int } from '@kirchhoff/coherence';

/** How a value is held: integers that are all safe as numbers, all others as bigints. */
export type Representation = 'number' | 'bigint' | 'other';

/** A JavaScript expression as text. */
export interface Expression {
  readonly text: string;
  /** One of {@link BINDING}. */
  readonly binding: number;
  readonly representation: Representation;
  /** The integer where it is a literal one. */
  readonly integer?: Int;
}

/** How tightly operators bind, after the table of operator precedence on MDN. */
export const BINDING = {
  conditional: 2,
  or: 3,
  and: 4,
  bitOr: 5,
  bitXor: 6,
  bitAnd: 7,
  equality: 8,
  relational: 9,
  shift: 10,
  additive: 11,
  multiplicative: 12,
  exponent: 13,
  unary: 14,
  primary: 18,
} as const;

export function primary(text: string, representation: Representation): Expression {
  return { text, binding: BINDING.primary, representation };
}

/** An integer literal, in groups of three digits where it is long. */
export function integer(value: Int, representation: 'number' | 'bigint'): Expression {
  const digits = value.toString().replace(/\d{5,}/, (long) => long.replaceAll(/\B(?=(?:\d{3})+$)/g, '_'));
  const text = representation === 'bigint' ? `${digits}n` : digits;
  return { text, binding: value < 0 ? BINDING.unary : BINDING.primary, representation, integer: value };
}

/** The text, in parentheses where it binds less tightly than its place. */
function within(expression: Expression, binding: number): string {
  return expression.binding >= binding ? expression.text : `(${expression.text})`;
}

/** An operator that groups to the left, which every binary one of JavaScript but `**` does. */
export function binary(
  left: Expression,
  operator: string,
  right: Expression,
  level: keyof typeof BINDING,
  gives: Representation,
): Expression {
  const binding = BINDING[level];
  return { text: `${within(left, binding)} ${operator} ${within(right, binding + 1)}`, binding, representation: gives };
}

/** `left ** right`, whose left side may be no unary operator. */
export function power(left: Expression, right: Expression, gives: Representation): Expression {
  const text = `${within(left, BINDING.unary + 1)} ** ${within(right, BINDING.exponent)}`;
  return { text, binding: BINDING.exponent, representation: gives };
}

export function unary(operator: '!' | '-', operand: Expression): Expression {
  // Two minus signs side by side would be a decrement.
  const text = operator === '-' ? within(operand, BINDING.unary + 1) : within(operand, BINDING.unary);
  return { text: operator + text, binding: BINDING.unary, representation: operand.representation };
}

export function call(name: string, args: readonly Expression[], gives: Representation): Expression {
  return primary(`${name}(${args.map((arg) => arg.text).join(', ')})`, gives);
}

export function method(receiver: Expression, name: string, args: readonly Expression[], gives: Representation): Expression {
  return primary(`${within(receiver, BINDING.primary)}.${name}(${args.map((arg) => arg.text).join(', ')})`, gives);
}

export function conditional(condition: Expression, whenTrue: Expression, whenFalse: Expression): Expression {
  const [test, then, otherwise] = [condition, whenTrue, whenFalse].map((part) => within(part, BINDING.conditional + 1));
  return { text: `${test} ? ${then} : ${otherwise}`, binding: BINDING.conditional, representation: whenTrue.representation };
}

/** The same integer in another representation; what is no integer stays as it is. */
export function held(expression: Expression, representation: Representation): Expression {
  if (expression.representation === representation || representation === 'other') return expression;
  if (expression.integer !== undefined) return integer(expression.integer, representation);
  return call(representation === 'bigint' ? 'BigInt' : 'Number', [expression], representation);
}

/** A text or a tag. */
export function string(value: string): Expression {
  const escaped = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  // Line separators are legal in string literals since ES2019, but not for every tool that reads the code.
  const text = escaped.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return primary(`'${text}'`, 'other');
}

export function boolean(value: boolean): Expression {
  return primary(String(value), 'other');
}
