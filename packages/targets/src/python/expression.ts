import { INT64_MAX, INT64_MIN, type Int } from '@kirchhoff/coherence';

/** A Python expression as text. */
export interface PyExpression {
  readonly text: string;
  /** One of {@link BINDING}. */
  readonly binding: number;
  /** The opposite of a comparison with one operator. */
  readonly opposite?: string;
}

/** Binding strengths of operators, according to the table of operator precedence in the language reference, section 6.17. */
export const BINDING = {
  yield: 0,
  conditional: 2,
  or: 3,
  and: 4,
  not: 5,
  comparison: 6,
  bitOr: 7,
  bitXor: 8,
  bitAnd: 9,
  shift: 10,
  additive: 11,
  multiplicative: 12,
  unary: 13,
  power: 14,
  primary: 16,
} as const;

export type Level = keyof typeof BINDING;

export const TRUE: PyExpression = primary('True');

export function primary(text: string): PyExpression {
  return { text, binding: BINDING.primary };
}

export function isTrue({ text }: PyExpression): boolean {
  return text === 'True';
}

export function integer(value: Int): PyExpression {
  const text = grouped(value);
  return { text, binding: value < 0 ? BINDING.unary : BINDING.primary };
}

/** Returns an integer literal: a power of two at the end of 64 bits, else digits, in groups of three if they are many. */
function grouped(value: Int): string {
  if (value === INT64_MIN) return '-(2**63)';
  return value.toString().replace(/\d{7,}/, (long) => long.replaceAll(/\B(?=(?:\d{3})+$)/g, '_'));
}

export function boolean(value: boolean): PyExpression {
  return primary(value ? 'True' : 'False');
}

/** Returns the text, in parentheses if it binds less tightly than its place requires. */
export function within({ text, binding }: PyExpression, least: number): string {
  return binding >= least ? text : `(${text})`;
}

/** Returns the text as an argument or an item: only a `yield` needs parentheses there. */
export function item(expression: PyExpression): string {
  return within(expression, BINDING.conditional);
}

/** Returns an application of a left-associative operator. `and` and `or` need no parentheses on either side. */
export function binary(left: PyExpression, operator: string, right: PyExpression, level: Level): PyExpression {
  const binding = BINDING[level];
  const least = level === 'and' || level === 'or' ? binding : binding + 1;
  return { text: `${within(left, binding)} ${operator} ${within(right, least)}`, binding };
}

const OPPOSITES = { '==': '!=', '!=': '==', '<': '>=', '>=': '<', '>': '<=', '<=': '>', in: 'not in', is: 'is not', 'is not': 'is' };

export type Comparison = keyof typeof OPPOSITES;

/**
 * Returns a comparison. Comparisons are chained in Python, so that one inside another needs parentheses. `None` is compared by
 * identity, except with a literal, about which Python would warn.
 */
export function compared(left: PyExpression, operator: Comparison, right: PyExpression): PyExpression {
  const [a, b] = [left, right].map((side) => within(side, BINDING.bitOr));
  const written = b === 'None' ? comparisonWithNone(left, operator) : operator;
  return { text: `${a} ${written} ${b}`, binding: BINDING.comparison, opposite: `${a} ${OPPOSITES[written]} ${b}` };
}

function comparisonWithNone({ text }: PyExpression, operator: Comparison): Comparison {
  const isLiteral = /^-?[\d_]+$|^b?["']|^-\(2|,\)$|^(?:True|False)$/.test(text);
  switch (operator) {
    case '==':
    case 'is':
      return isLiteral ? '==' : 'is';
    case '!=':
    case 'is not':
      return isLiteral ? '!=' : 'is not';
    default:
      return operator;
  }
}

/** Returns two comparisons as one chain, which evaluates the middle once. */
export function chained(lo: PyExpression, first: Comparison, value: PyExpression, second: Comparison, hi: PyExpression): PyExpression {
  const [a, b, c] = [lo, value, hi].map((side) => within(side, BINDING.bitOr));
  return { text: `${a} ${first} ${b} ${second} ${c}`, binding: BINDING.comparison };
}

/** Returns the condition that a value lies between both ends, of which at least one is given. */
export function between(lo: Int | null, value: PyExpression, hi: Int | null): PyExpression {
  if (lo === null) return hi === null ? TRUE : compared(value, '<=', integer(hi));
  if (hi === null) return compared(value, '>=', integer(lo));
  if (lo === hi) return compared(value, '==', integer(lo));
  if (hi === INT64_MAX) return chained(integer(lo), '<=', value, '<', primary('2**63'));
  return chained(integer(lo), '<=', value, '<=', integer(hi));
}

export function not(operand: PyExpression): PyExpression {
  if (operand.opposite !== undefined) return { text: operand.opposite, binding: BINDING.comparison, opposite: operand.text };
  // The operand of a `not` has parentheses if it binds less tightly.
  if (operand.binding === BINDING.not) return { text: operand.text.slice(4), binding: BINDING.not + 0.5 };
  return { text: `not ${within(operand, BINDING.not)}`, binding: BINDING.not };
}

/** Returns the conjunction of conditions; `True` if there is none. */
export function all(conditions: readonly PyExpression[]): PyExpression {
  const open = conditions.filter((condition) => !isTrue(condition));
  return open.length === 0 ? TRUE : open.reduce((left, right) => binary(left, 'and', right, 'and'));
}

export function negative(operand: PyExpression): PyExpression {
  return { text: `-${within(operand, BINDING.unary)}`, binding: BINDING.unary };
}

/** Names, numbers and chains of attributes, beside which the formatter writes a power without spaces. */
const SIMPLE = /^-?(?:[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*|\d[\d_]*)$/;

export function power(base: PyExpression, exponent: PyExpression): PyExpression {
  const [a, b] = [within(base, BINDING.power + 1), within(exponent, BINDING.unary)];
  const operator = SIMPLE.test(a) && SIMPLE.test(b) ? '**' : ' ** ';
  return { text: `${a}${operator}${b}`, binding: BINDING.power };
}

export function call(name: string, ...args: readonly PyExpression[]): PyExpression {
  return primary(`${name}(${args.map(item).join(', ')})`);
}

export function attribute(receiver: PyExpression, name: string): PyExpression {
  const isNumber = /^\d/.test(receiver.text);
  return primary(`${isNumber ? `(${receiver.text})` : within(receiver, BINDING.primary)}.${name}`);
}

export function method(receiver: PyExpression, name: string, ...args: readonly PyExpression[]): PyExpression {
  return primary(`${attribute(receiver, name).text}(${args.map(item).join(', ')})`);
}

export function element(receiver: PyExpression, index: PyExpression): PyExpression {
  return primary(`${within(receiver, BINDING.primary)}[${index.text}]`);
}

/** Returns a slice. The formatter writes a colon beside other than names and numbers like an operator. */
export function slice(receiver: PyExpression, from: PyExpression | null, to: PyExpression | null): PyExpression {
  const [a, b] = [from, to].map((end) => (end === null ? '' : item(end)));
  const isPlain = [a, b].every((end) => /^-?\w*$/.test(end ?? ''));
  const colon = isPlain ? ':' : `${a === '' ? '' : ' '}:${b === '' ? '' : ' '}`;
  return primary(`${within(receiver, BINDING.primary)}[${a}${colon}${b}]`);
}

export function conditional(condition: PyExpression, whenTrue: PyExpression, whenFalse: PyExpression): PyExpression {
  const [test, then] = [condition, whenTrue].map((part) => within(part, BINDING.or));
  return { text: `${then} if ${test} else ${within(whenFalse, BINDING.conditional)}`, binding: BINDING.conditional };
}

/** Returns a tuple of one value. */
export function single(content: PyExpression): PyExpression {
  return primary(`(${item(content)},)`);
}

export function list(items: readonly PyExpression[]): PyExpression {
  return primary(`[${items.map(item).join(', ')}]`);
}

/** Returns true for a name or a short literal, which may be repeated. */
export function isAtom({ text }: PyExpression): boolean {
  return /^-?\w+$/.test(text);
}
