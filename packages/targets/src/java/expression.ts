import { type AbstractValue, INT64_MAX, INT64_MIN, type Int, maximum, minimum } from '@kirchhoff/coherence';

/** The form of a value in Java. Elements of lists and contents of options are boxed: `Long` and `Boolean`. */
export type Form = 'int' | 'long' | 'Long' | 'boolean' | 'Boolean' | 'other';

/** A Java expression as text. */
export interface JavaExpression {
  readonly text: string;
  /** One of {@link BINDING}. */
  readonly binding: number;
  readonly form: Form;
  /** The value of an integer literal. */
  readonly literal?: Int;
  /** The opposite of a condition. */
  readonly opposite?: { readonly text: string; readonly binding: number };
}

/** Binding strengths of operators, after the table of operators in the language specification. */
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
  unary: 14,
  primary: 16,
} as const;

export type Level = keyof typeof BINDING;

const INT_MIN = -(2 ** 31);
const INT_MAX = 2 ** 31 - 1;

export const TRUE: JavaExpression = primary('true', 'boolean');

export function primary(text: string, form: Form = 'other'): JavaExpression {
  return { text, binding: BINDING.primary, form };
}

export function isTrue({ text }: JavaExpression): boolean {
  return text === 'true';
}

/** Returns the form of an integer in a variable: the narrowest natural one. */
export function formOfRange(range: AbstractValue): 'int' | 'long' {
  if (range.kind !== 'integer') return 'long';
  return range.ranges.reduce(minimum) >= INT_MIN && range.ranges.reduce(maximum) <= INT_MAX ? 'int' : 'long';
}

export function isInt(value: Int): boolean {
  return INT_MIN <= value && value <= INT_MAX;
}

export function integer(value: Int): JavaExpression {
  if (isInt(value)) return { text: grouped(value), binding: value < 0 ? BINDING.unary : BINDING.primary, form: 'int', literal: value };
  return {
    text: longText(value),
    binding: value < 0 && value !== INT64_MIN ? BINDING.unary : BINDING.primary,
    form: 'long',
    literal: value,
  };
}

function longText(value: Int): string {
  if (value === INT64_MIN) return 'Long.MIN_VALUE';
  return value === INT64_MAX ? 'Long.MAX_VALUE' : `${grouped(value)}L`;
}

function grouped(value: Int): string {
  return value.toString().replace(/\d{5,}/, (long) => long.replaceAll(/\B(?=(?:\d{3})+$)/g, '_'));
}

export function boolean(value: boolean): JavaExpression {
  return primary(value ? 'true' : 'false', 'boolean');
}

/** Returns the text, in parentheses if it binds less tightly than its place requires. */
export function within({ text, binding }: Pick<JavaExpression, 'text' | 'binding'>, least: number): string {
  return binding >= least ? text : `(${text})`;
}

/** Returns the expression as a `long` where Java would not widen it itself. */
export function asLong(expression: JavaExpression): JavaExpression {
  if (expression.form !== 'int') return expression;
  if (expression.literal !== undefined) {
    return { ...expression, text: longText(expression.literal), form: 'long' };
  }
  return { text: `(long) ${within(expression, BINDING.unary)}`, binding: BINDING.unary, form: 'long' };
}

/** Returns the expression as an `int`, which contains its value. */
export function asInt(expression: JavaExpression): JavaExpression {
  const { form } = expression;
  if (form === 'int') return expression;
  if (form === 'Long') return primary(`${within(expression, BINDING.primary)}.intValue()`, 'int');
  return { text: `(int) ${within(expression, BINDING.unary)}`, binding: BINDING.unary, form: 'int' };
}

/** Returns the expression for a place of a form: narrowed, or widened where the place is a boxed one. */
export function placed(expression: JavaExpression, form: Form): JavaExpression {
  if (form === 'int') return asInt(expression);
  return form === 'Long' ? asLong(expression) : expression;
}

/** Returns an application of a left-associative operator to integers. */
export function binary(left: JavaExpression, operator: string, right: JavaExpression, level: Level, form: Form): JavaExpression {
  const binding = BINDING[level];
  return { text: `${within(left, binding)} ${operator} ${within(right, binding + 1)}`, binding, form };
}

/** Returns a conjunction or a disjunction. One inside the other has parentheses for the reader. */
export function connected(left: JavaExpression, operator: '&&' | '||', right: JavaExpression): JavaExpression {
  const written = connection(left, operator, right);
  return { ...written, form: 'boolean', opposite: connection(not(left), operator === '&&' ? '||' : '&&', not(right)) };
}

function connection(
  left: JavaExpression,
  operator: '&&' | '||',
  right: JavaExpression,
): { readonly text: string; readonly binding: number } {
  const binding = BINDING[operator === '&&' ? 'and' : 'or'];
  const least = (side: JavaExpression): number => (side.binding === binding ? binding : BINDING.bitOr);
  return { text: `${within(left, least(left))} ${operator} ${within(right, least(right))}`, binding };
}

/** Returns an operation on integers. It is done in 32 bits if both operands and the result have them. */
export function arithmetic(
  left: JavaExpression,
  operator: string,
  right: JavaExpression,
  level: Level,
  result: AbstractValue,
): JavaExpression {
  if (left.form !== 'int' || right.form !== 'int') return binary(left, operator, right, level, 'long');
  if (formOfRange(result) === 'int') return binary(left, operator, right, level, 'int');
  return left.literal === undefined || right.literal !== undefined
    ? binary(asLong(left), operator, right, level, 'long')
    : binary(left, operator, asLong(right), level, 'long');
}

const OPPOSITES = { '==': '!=', '!=': '==', '<': '>=', '>=': '<', '>': '<=', '<=': '>' } as const;

export type Comparison = keyof typeof OPPOSITES;

/** Returns a comparison of primitive values. */
export function compared(left: JavaExpression, operator: Comparison, right: JavaExpression): JavaExpression {
  const level = operator === '==' || operator === '!=' ? BINDING.equality : BINDING.relational;
  const [a, b] = [left, right].map((side) => within(side, level + 1));
  return {
    text: `${a} ${operator} ${b}`,
    binding: level,
    form: 'boolean',
    opposite: { text: `${a} ${OPPOSITES[operator]} ${b}`, binding: level },
  };
}

/** Returns the condition that a value lies between both ends. The value is short, since it is written twice. */
export function between(lo: Int | null, value: JavaExpression, hi: Int | null): JavaExpression {
  const least = lo === null || lo === INT64_MIN ? null : lo;
  const greatest = hi === null || hi === INT64_MAX ? null : hi;
  if (least === null) return greatest === null ? TRUE : compared(value, '<=', integer(greatest));
  if (greatest === null) return compared(value, '>=', integer(least));
  if (least === greatest) return compared(value, '==', integer(least));
  const [from, to] = [compared(value, '>=', integer(least)), compared(value, '<=', integer(greatest))];
  return connected(from, '&&', to);
}

export function not(operand: JavaExpression): JavaExpression {
  const { text, binding, opposite } = operand;
  if (opposite !== undefined) return { ...opposite, form: 'boolean', opposite: { text, binding } };
  if (text === 'true' || text === 'false') return boolean(text === 'false');
  return { text: `!${within(operand, BINDING.unary)}`, binding: BINDING.unary, form: 'boolean', opposite: { text, binding } };
}

/** Returns the conjunction of conditions; `true` if there is none. */
export function all(conditions: readonly JavaExpression[]): JavaExpression {
  const open = conditions.filter((condition) => !isTrue(condition));
  return open.length === 0 ? TRUE : open.reduce((left, right) => connected(left, '&&', right));
}

export function negative(operand: JavaExpression): JavaExpression {
  const inner = within(operand, BINDING.unary);
  return {
    text: inner.startsWith('-') ? `-(${inner})` : `-${inner}`,
    binding: BINDING.unary,
    form: operand.form === 'int' ? 'int' : 'long',
  };
}

export function call(name: string, args: readonly JavaExpression[], form: Form = 'other'): JavaExpression {
  return primary(`${name}(${args.map(({ text }) => text).join(', ')})`, form);
}

export function method(receiver: JavaExpression, name: string, args: readonly JavaExpression[], form: Form = 'other'): JavaExpression {
  return primary(`${within(withWitness(receiver), BINDING.primary)}.${name}(${args.map(({ text }) => text).join(', ')})`, form);
}

/** Java infers no type for an empty option or list before a dot. */
function withWitness(receiver: JavaExpression): JavaExpression {
  const text = receiver.text.replace(/^(Optional|List)\.(empty|of)\(\)$/, '$1.<Object>$2()');
  return text === receiver.text ? receiver : { ...receiver, text };
}

export function conditional(condition: JavaExpression, whenTrue: JavaExpression, whenFalse: JavaExpression): JavaExpression {
  const form = formOfBoth(whenTrue, whenFalse);
  const text = `${within(condition, BINDING.or)} ? ${within(whenTrue, BINDING.or)} : ${within(whenFalse, BINDING.conditional)}`;
  return { text, binding: BINDING.conditional, form };
}

/** Java unboxes if one of both is primitive. */
function formOfBoth({ form: a }: JavaExpression, { form: b }: JavaExpression): Form {
  if (a === b) return a;
  return a === 'boolean' || b === 'boolean' ? 'boolean' : 'long';
}

/** Returns true for a name or a short literal, which may be repeated. */
export function isAtom({ text }: JavaExpression): boolean {
  return /^-?[\w.]+$/.test(text);
}
