import { INT64_MAX, INT64_MIN, type Int } from '@kirchhoff/coherence';
import { INT32_MAX, INT32_MIN } from '../plan/widths.js';

/** A C expression as text. */
export interface CExpression {
  readonly text: string;
  /** One of {@link BINDING}. */
  readonly binding: number;
  /** True if its C type is `int` though the value is a 64-bit integer: two of them must not be added before one is widened. */
  readonly isInt?: boolean;
  /** Limits of an integer that a compiler may know from its C type, its literal, or the operation. Default: those of its C type. */
  readonly limits?: Limits;
  /** The bits that a constant operand decides: set in each value, or in none. */
  readonly bits?: { readonly isSet: boolean; readonly mask: Int };
  /** Returns the opposite of a comparison, or of a few. */
  readonly opposite?: () => CExpression;
}

/** The least and the greatest value of an integer, or values beyond them. */
export interface Limits {
  readonly lo: Int;
  readonly hi: Int;
}

/** Binding strengths of operators (C11, 6.5). */
export const BINDING = {
  conditional: 2,
  or: 3,
  and: 4,
  bitwise: 5,
  comparison: 9,
  shift: 11,
  additive: 12,
  multiplicative: 13,
  unary: 14,
  primary: 16,
} as const;

export type Level = keyof typeof BINDING;

export const TRUE: CExpression = { text: 'true', binding: BINDING.primary };

export function primary(text: string): CExpression {
  return { text, binding: BINDING.primary };
}

export function isTrue({ text }: CExpression): boolean {
  return text === 'true';
}

/** The limits of `int32_t`, and of `int`, which has 32 bits. */
const LIMITS_OF_32: Limits = { lo: INT32_MIN, hi: INT32_MAX };
const LIMITS_OF_64: Limits = { lo: INT64_MIN, hi: INT64_MAX };

function limitsOf({ limits, isInt }: CExpression): Limits {
  return limits ?? (isInt === true ? LIMITS_OF_32 : LIMITS_OF_64);
}

/** Returns an expression whose C type has less than 64 bits, though the value is an integer. */
export function narrow(expression: CExpression, limits: Limits = LIMITS_OF_32): CExpression {
  return { ...expression, isInt: true, limits };
}

/** Returns an integer as it is stored in 32 bits, where it fits. */
export function stored(value: CExpression): CExpression {
  if (value.isInt === true) return value;
  if (isLiteral(value) && value.limits?.lo === INT32_MIN) return primary('INT32_MIN');
  return cast('int32_t', value);
}

/** Returns an integer literal. `-2^63` and `2^63 - 1` have names: no literal is the least integer. */
export function integer(value: Int): CExpression {
  const binding = value < 0 ? BINDING.unary : BINDING.primary;
  const limits = { lo: value, hi: value };
  if (value === INT64_MIN) return { ...primary('INT64_MIN'), limits };
  if (value === INT64_MAX) return { ...primary('INT64_MAX'), limits };
  if (value > INT32_MIN && value <= INT32_MAX) return { text: String(value), binding, isInt: true, limits };
  return { text: value < 0 ? `-INT64_C(${-BigInt(value)})` : `INT64_C(${value})`, binding, limits };
}

/** Returns the text, in parentheses if it binds less tightly than its place requires. */
export function within({ text, binding }: CExpression, least: number): string {
  return binding >= least ? text : `(${text})`;
}

export function call(name: string, ...args: readonly CExpression[]): CExpression {
  return primary(`${name}(${args.map(({ text }) => text).join(', ')})`);
}

/** Returns an expression whose C type has 64 bits. */
export function widened(expression: CExpression): CExpression {
  if (expression.isInt !== true) return expression;
  const { text } = expression;
  if (/^\d+$/.test(text)) return primary(`INT64_C(${text})`);
  if (/^-\d+$/.test(text)) return { text: `-INT64_C(${text.slice(1)})`, binding: BINDING.unary };
  return { ...cast('int64_t', expression), limits: limitsOf(expression) };
}

export function isLiteral(expression: CExpression): boolean {
  return /^-?(?:\d+|INT64_C\(\d+\)|INT64_M(?:AX|IN))$/.test(expression.text);
}

export function cast(type: string, value: CExpression): CExpression {
  return { text: `(${type})${within(value, BINDING.unary)}`, binding: BINDING.unary };
}

/** Returns an operation on integers; its operands are widened if both are `int`. */
export function binary(left: CExpression, operator: string, right: CExpression, level: 'additive' | 'multiplicative'): CExpression {
  const first = right.isInt === true ? widened(left) : left;
  const binding = BINDING[level];
  return { text: `${within(first, binding)} ${operator} ${within(right, binding + 1)}`, binding };
}

/** Returns an operation that compilers want in parentheses beside others. */
export function bitwise(left: CExpression, operator: '&' | '|' | '^' | '<<' | '>>', right: CExpression): CExpression {
  const text = `${within(widened(left), BINDING.unary)} ${operator} ${within(right, BINDING.unary)}`;
  const [constant] = [left, right].flatMap((side) => constantOf(side));
  if (constant === undefined || (operator !== '&' && operator !== '|')) return { text, binding: BINDING.bitwise };
  const bits = operator === '|' ? { isSet: true, mask: constant } : { isSet: false, mask: ~BigInt(constant) };
  return { text, binding: BINDING.bitwise, bits };
}

/** Returns the value of an expression that has only one. */
function constantOf({ limits }: CExpression): readonly Int[] {
  return limits !== undefined && limits.lo === limits.hi ? [limits.lo] : [];
}

/** Returns true if a value with decided bits is never the constant beside it. */
function isDecidedByBits({ bits }: CExpression, other: CExpression): boolean {
  const [constant] = constantOf(other);
  if (bits === undefined || constant === undefined) return false;
  return (BigInt(bits.mask) & (bits.isSet ? ~BigInt(constant) : BigInt(constant))) !== 0n;
}

const OPPOSITES = { '==': '!=', '!=': '==', '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const;
export type Comparison = keyof typeof OPPOSITES;

/** Returns a comparison of two scalars. */
export function compared(left: CExpression, operator: Comparison, right: CExpression): CExpression {
  if (left.text === right.text) return compared(itself(left), operator, integer(0));
  const isDecided =
    (isLiteral(left) !== isLiteral(right) && isDecidedByLimits(limitsOf(left), operator, limitsOf(right))) ||
    isDecidedByBits(left, right) ||
    isDecidedByBits(right, left);
  const [a, b] = [left, right].map((side) => within(isDecided && !isLiteral(side) ? opaque(side) : side, BINDING.shift));
  const comparison = (by: Comparison): CExpression => {
    return { text: `${a} ${by} ${b}`, binding: BINDING.comparison, opposite: () => comparison(OPPOSITES[by]) };
  };
  return comparison(operator);
}

/** Returns a sum: compilers warn about a comparison that the type or the operation of its operand decides, but not of a sum. */
function opaque(value: CExpression): CExpression {
  return { text: `${within(value, BINDING.additive)} + INT64_C(0)`, binding: BINDING.additive };
}

/** Returns true if a comparison has the same outcome for all values within the limits. The widest ones decide none. */
function isDecidedByLimits(a: Limits, operator: Comparison, b: Limits): boolean {
  if (a === LIMITS_OF_64 || b === LIMITS_OF_64) return false;
  switch (operator) {
    case '==':
    case '!=':
      return a.hi < b.lo || a.lo > b.hi;
    case '<':
    case '>=':
      return a.hi < b.lo || a.lo >= b.hi;
    case '<=':
    case '>':
      return a.hi <= b.lo || a.lo > b.hi;
  }
}

/** Zero: compilers warn about a comparison of a value with itself. */
function itself(value: CExpression): CExpression {
  const text = within(value, BINDING.multiplicative);
  return { text: `${text} - ${text}`, binding: BINDING.additive };
}

export function not(expression: CExpression): CExpression {
  if (expression.text === 'true') return primary('false');
  if (expression.text === 'false') return TRUE;
  if (expression.opposite !== undefined) return expression.opposite();
  if (/^!\w/.test(expression.text) && expression.binding === BINDING.unary) return primary(expression.text.slice(1));
  return { text: `!${within(expression, BINDING.primary)}`, binding: BINDING.unary };
}

/** Returns a connection of conditions. Compilers want `&&` within `||` in parentheses. */
export function connected(left: CExpression, operator: 'and' | 'or', right: CExpression): CExpression {
  const binding = BINDING[operator];
  const other = operator === 'and' ? BINDING.or : BINDING.and;
  const wrap = (part: CExpression) => (part.binding === other ? `(${part.text})` : within(part, binding));
  const text = `${wrap(left)} ${operator === 'and' ? '&&' : '||'} ${wrap(right)}`;
  const opposites = [left.opposite, right.opposite];
  if (!opposites.every((each) => each !== undefined)) return { text, binding };
  const opposite = (): CExpression => connected(not(left), operator === 'and' ? 'or' : 'and', not(right));
  return { text, binding, opposite };
}

/** Returns the conjunction of conditions, without those that always hold. */
export function all(conditions: readonly CExpression[]): CExpression {
  const [first = TRUE, ...rest] = conditions.filter((condition) => !isTrue(condition));
  return rest.reduce((before, next) => connected(before, 'and', next), first);
}

export function conditional(condition: CExpression, whenTrue: CExpression, whenFalse: CExpression): CExpression {
  const [a, b, c] = [condition, whenTrue, whenFalse].map((part) => within(part, BINDING.or));
  const isInt = whenTrue.isInt === true && whenFalse.isInt === true;
  return { text: `${a} ? ${b} : ${c}`, binding: BINDING.conditional, isInt };
}

/** Returns the condition that an integer lies between both ends, as far as they are given. The value may be repeated. */
export function between(lo: Int | null, value: CExpression, hi: Int | null): CExpression {
  if (lo !== null && lo === hi) return compared(value, '==', integer(lo));
  return all([
    lo === null || lo === INT64_MIN ? TRUE : compared(value, '>=', integer(lo)),
    hi === null || hi === INT64_MAX ? TRUE : compared(value, '<=', integer(hi)),
  ]);
}

/** Returns the same condition without the ends that the C type of the value ensures. */
export function betweenInType(lo: Int | null, value: CExpression, hi: Int | null): CExpression {
  if (lo === hi) return between(lo, value, hi);
  const limits = limitsOf(value);
  return between(lo !== null && lo <= limits.lo ? null : lo, value, hi !== null && hi >= limits.hi ? null : hi);
}

export function member(value: CExpression, name: string): CExpression {
  return primary(`${within(value, BINDING.primary)}.${name}`);
}

/** Returns true for a name, a member of one, or a short literal, which may be repeated. */
export function isAtom({ text }: CExpression): boolean {
  return /^-?\w+(?:(?:\.|->)\w+)*$/.test(text);
}
