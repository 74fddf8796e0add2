import type { Int } from '@kirchhoff/coherence';

/**
 * The representation of a value. Integers that are always safe are numbers, all others bigints. Inside lists, records and options
 * each integer is `canonical`: a number if it is safe, else a bigint. So `===` compares values, and a list is never converted.
 */
export type ValueRepresentation = 'number' | 'bigint' | 'canonical' | 'other';

/** A JavaScript expression as text. */
export interface JsExpression {
  readonly text: string;
  /** One of {@link BINDING}. */
  readonly binding: number;
  readonly representation: ValueRepresentation;
  /** The value of an integer literal. */
  readonly integer?: Int;
  /** The integer before its conversion to another representation. */
  readonly before?: JsExpression;
  /** True for the name of a variable. The literal `null` is not a variable, though an author's wire may have that name. */
  readonly isVariable?: true;
}

/** Binding strengths of operators, according to the table of operator precedence on MDN. */
export const BINDING = {
  conditional: 2,
  coalesce: 2.5,
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

export function primary(text: string, representation: ValueRepresentation): JsExpression {
  return { text, binding: BINDING.primary, representation };
}

export function variable(name: string, representation: ValueRepresentation): JsExpression {
  return { ...primary(name, representation), isVariable: true };
}

/** Returns an object literal. A member whose value is the variable of the same name is abbreviated. */
export function object(members: readonly { readonly name: string; readonly value: JsExpression }[]): JsExpression {
  const written = members.map(({ name, value }) => (value.isVariable && value.text === name ? name : `${name}: ${value.text}`));
  return primary(`{ ${written.join(', ')} }`, 'other');
}

/** Returns an integer literal, in groups of three digits if it is long. */
export function integer(value: Int, representation: 'number' | 'bigint'): JsExpression {
  const digits = value.toString().replace(/\d{5,}/, (long) => long.replaceAll(/\B(?=(?:\d{3})+$)/g, '_'));
  const text = representation === 'bigint' ? `${digits}n` : digits;
  return { text, binding: value < 0 ? BINDING.unary : BINDING.primary, representation, integer: value };
}

/** Returns the text, in parentheses if it binds less tightly than its place requires. */
function within(expression: JsExpression, binding: number): string {
  return expression.binding >= binding ? expression.text : `(${expression.text})`;
}

/** Returns an application of a left-associative operator. All binary operators of JavaScript except `**` are left-associative. */
export function binary(
  left: JsExpression,
  operator: string,
  right: JsExpression,
  level: keyof typeof BINDING,
  gives: ValueRepresentation,
): JsExpression {
  const binding = BINDING[level];
  return { text: `${within(left, binding)} ${operator} ${within(right, binding + 1)}`, binding, representation: gives };
}

/** Returns `left ** right`; the left side must not be a unary expression. */
export function power(left: JsExpression, right: JsExpression, gives: ValueRepresentation): JsExpression {
  const text = `${within(left, BINDING.unary + 1)} ** ${within(right, BINDING.exponent)}`;
  return { text, binding: BINDING.exponent, representation: gives };
}

export function unary(operator: '!' | '-', operand: JsExpression): JsExpression {
  // Two adjacent minus signs would be a decrement.
  const text = operator === '-' ? within(operand, BINDING.unary + 1) : within(operand, BINDING.unary);
  return { text: operator + text, binding: BINDING.unary, representation: operand.representation };
}

export function call(name: string, args: readonly JsExpression[], gives: ValueRepresentation): JsExpression {
  return primary(`${name}(${args.map((arg) => arg.text).join(', ')})`, gives);
}

export function method(receiver: JsExpression, name: string, args: readonly JsExpression[], gives: ValueRepresentation): JsExpression {
  return primary(`${within(receiver, BINDING.primary)}.${name}(${args.map((arg) => arg.text).join(', ')})`, gives);
}

/** Returns `left ?? right`, which JavaScript combines with `||` and `&&` only in parentheses. */
export function coalesce(left: JsExpression, right: JsExpression, gives: ValueRepresentation): JsExpression {
  const [option, otherwise] = [left, right].map((side) => within(side, BINDING.bitOr));
  return { text: `${option} ?? ${otherwise}`, binding: BINDING.coalesce, representation: gives };
}

export function member(receiver: JsExpression, name: string, gives: ValueRepresentation): JsExpression {
  return primary(`${within(receiver, BINDING.primary)}.${name}`, gives);
}

export function element(receiver: JsExpression, index: JsExpression, gives: ValueRepresentation): JsExpression {
  return primary(`${within(receiver, BINDING.primary)}[${index.text}]`, gives);
}

export function conditional(condition: JsExpression, whenTrue: JsExpression, whenFalse: JsExpression): JsExpression {
  const [test, then, otherwise] = [condition, whenTrue, whenFalse].map((part) => within(part, BINDING.conditional + 1));
  return { text: `${test} ? ${then} : ${otherwise}`, binding: BINDING.conditional, representation: whenTrue.representation };
}

/**
 * Converts an integer to a number or a bigint; other values stay unchanged. A canonical integer is converted to a number only if
 * its range is safe, so that it already is a number.
 */
export function held(expression: JsExpression, representation: ValueRepresentation): JsExpression {
  const { representation: now, integer: known } = expression;
  if (now === representation || now === 'other' || representation === 'other' || representation === 'canonical') return expression;
  if (known !== undefined) return integer(known, representation);
  if (representation === 'bigint') return { ...call('BigInt', [expression], 'bigint'), before: expression };
  return now === 'canonical' ? { ...expression, representation } : call('Number', [expression], representation);
}

/** Returns the value in the form for lists, records and options. `canonicalOf` names the piece of the runtime. */
export function inside(expression: JsExpression, use: (piece: 'canonicalOf') => string): JsExpression {
  if (expression.representation !== 'bigint') return expression;
  if (expression.before !== undefined) return expression.before;
  if (expression.integer === undefined) return call(use('canonicalOf'), [expression], 'canonical');
  return integer(expression.integer, typeof expression.integer === 'bigint' ? 'bigint' : 'number');
}

/** Returns the literal of a text or a tag. */
export function string(value: string): JsExpression {
  const escaped = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  // Line separators are legal in string literals since ES2019, but some tools that read the code reject them.
  const text = escaped.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return primary(`'${text}'`, 'other');
}

export function boolean(value: boolean): JsExpression {
  return primary(String(value), 'other');
}
