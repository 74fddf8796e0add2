import type { Int } from '@kirchhoff/coherence';
import { typed, typedIfWide } from './marks.js';

/**
 * The representation of a value. Integers that are always safe are numbers, all others bigints. Inside lists, records and options
 * each integer is `canonical`: a number if it is safe, else a bigint. So `===` compares values, and a list is never converted.
 */
export type ValueRepresentation = 'number' | 'bigint' | 'canonical' | 'other';

/** A JavaScript expression as marked text: see `marks.ts`. */
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
  /** The binding in TypeScript, if it differs: that of a type assertion. */
  readonly typedBinding?: number;
  /** True for text that TypeScript has only if integers may be wide. */
  readonly isWideOnly?: true;
  /** The opposite of a test for equality. */
  readonly opposite?: () => JsExpression;
  /** The operator of an application of one. */
  readonly operator?: string;
}

/** Notes that the module needs a piece of the runtime, and that some integer inside another value is a bigint. */
export interface Uses {
  readonly use: (piece: 'canonicalOf') => string;
  readonly widen: () => void;
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

/** Returns the text, in parentheses if it binds less tightly than its place requires; maybe only in TypeScript. */
export function within({ text, binding, typedBinding, isWideOnly }: JsExpression, least: number): string {
  if (binding < least) return `(${text})`;
  return typedBinding === undefined || typedBinding >= least ? text : inMarkedParentheses({ text, isWideOnly });
}

function inMarkedParentheses({ text, isWideOnly }: { readonly text: string; readonly isWideOnly?: true | undefined }): string {
  const mark = isWideOnly === true ? typedIfWide : typed;
  return `${mark('(')}${text}${mark(')')}`;
}

/** Returns a type assertion, which JavaScript does not have. */
export function asserted(expression: JsExpression, type: string): JsExpression {
  const { binding, representation } = expression;
  const text = `${inParentheses(expression, typed)}${typed(` as ${type}`)}`;
  return { text, binding, representation, typedBinding: BINDING.relational };
}

/** Returns the operand of a type assertion, in parentheses only if it is one. */
function inParentheses({ text, binding, typedBinding }: JsExpression, mark: (text: string) => string): string {
  return typedBinding === undefined && binding < BINDING.unary ? `${mark('(')}${text}${mark(')')}` : text;
}

/** Returns an integer from another value as a number, which its range says it is. */
function assertedNumber(expression: JsExpression): JsExpression {
  if (expression.isWideOnly === true) return { ...expression, representation: 'number' };
  const text = `${inParentheses(expression, typedIfWide)}${typedIfWide(' as number')}`;
  const { binding, typedBinding } = expression;
  const number = { text, binding, representation: 'number', typedBinding: BINDING.relational, before: expression } as const;
  // One that is asserted already is so with narrow integers too.
  return typedBinding === undefined ? { ...number, isWideOnly: true } : number;
}

/**
 * Returns an application of a left-associative operator. All binary operators of JavaScript except `**` are left-associative. The
 * formatter writes parentheses that the language does not need where readers may not know the order.
 */
export function binary(
  left: JsExpression,
  operator: string,
  right: JsExpression,
  level: keyof typeof BINDING,
  gives: ValueRepresentation,
): JsExpression {
  const binding = BINDING[level];
  const isChain = (level === 'and' || level === 'or') && right.operator === operator;
  const [a, b] = [clearly(left, operator, binding), clearly(right, operator, isChain ? binding : binding + 1)];
  return { text: `${a} ${operator} ${b}`, binding, representation: gives, operator };
}

function clearly(operand: JsExpression, operator: string, least: number): string {
  const inner = operand.operator;
  if (inner !== undefined && operand.binding >= least && needsClarity(operator, inner)) return `(${operand.text})`;
  // A type assertion as an operand has parentheses.
  return operand.typedBinding === undefined || operand.binding < least ? within(operand, least) : inMarkedParentheses(operand);
}

const EQUALITY = /^[!=]==$/;
const MULTIPLICATIVE = /^[*/%]$/;

/** Returns true if the formatter separates an operator from one inside it that binds as tightly or more tightly. */
function needsClarity(outer: string, inner: string): boolean {
  if (/^[&|^]$/.test(outer)) return outer !== inner;
  if (/^(?:<<|>>)$/.test(outer)) return true;
  if (outer === '||') return inner === '&&';
  if (EQUALITY.test(outer)) return EQUALITY.test(inner);
  if (MULTIPLICATIVE.test(outer)) return MULTIPLICATIVE.test(inner) && (outer !== inner || outer === '%');
  return inner === '%' && (outer === '+' || outer === '-');
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
  const [option, otherwise] = [left, right].map((side) => {
    const isChain = side.binding === BINDING.coalesce;
    if (side.typedBinding !== undefined && (isChain || side.binding >= BINDING.bitOr)) return inMarkedParentheses(side);
    return isChain ? side.text : within(side, BINDING.bitOr);
  });
  return { text: `${option} ?? ${otherwise}`, binding: BINDING.coalesce, representation: gives };
}

export function member(receiver: JsExpression, name: string, gives: ValueRepresentation): JsExpression {
  return primary(`${within(receiver, BINDING.primary)}.${name}`, gives);
}

export function element(receiver: JsExpression, index: JsExpression, gives: ValueRepresentation): JsExpression {
  return primary(`${within(receiver, BINDING.primary)}[${index.text}]`, gives);
}

/** Returns a choice. One in the last branch of another needs no parentheses; the formatter writes some around `??` and assertions. */
export function conditional(condition: JsExpression, whenTrue: JsExpression, whenFalse: JsExpression): JsExpression {
  const [test, then, otherwise] = [condition, whenTrue, whenFalse].map((part) => {
    const isChain = part === whenFalse && part.binding === BINDING.conditional;
    if (part.typedBinding !== undefined && (isChain || part.binding >= BINDING.or)) return inMarkedParentheses(part);
    return isChain ? part.text : within(part, BINDING.or);
  });
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
  return now === 'canonical' ? assertedNumber(expression) : call('Number', [expression], representation);
}

/** Returns the value in the form for lists, records and options. */
export function inside(expression: JsExpression, uses: Uses): JsExpression {
  if (expression.before !== undefined) return expression.before;
  if (expression.representation !== 'bigint') return expression;
  if (expression.integer === undefined) return call(uses.use('canonicalOf'), [expression], 'canonical');
  const isWide = typeof expression.integer === 'bigint';
  if (isWide) uses.widen();
  return integer(expression.integer, isWide ? 'bigint' : 'number');
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Returns the literal of a text or a tag, in printable ASCII only, and in the quotes that need fewer escapes. */
export function string(value: string): JsExpression {
  if (PLAIN.test(value)) return primary(`'${value}'`, 'other');
  const quote = value.split("'").length > value.split('"').length ? '"' : "'";
  const escaped = Array.from(value, (character) => {
    if (character === quote) return `\\${quote}`;
    return SHORT_ESCAPES[character] ?? (/^[ -~]$/.test(character) ? character : escapeOf(character.codePointAt(0) ?? 0));
  });
  return primary(`${quote}${escaped.join('')}${quote}`, 'other');
}

/** Printable ASCII without quotes and backslashes. */
const PLAIN = /^[ -&(-[\]-~]*$/;

function escapeOf(codePoint: number): string {
  const hex = codePoint.toString(16);
  if (codePoint <= 0xff) return `\\x${hex.padStart(2, '0')}`;
  return codePoint <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`;
}

/** Returns the text of a list after `...`. The formatter writes parentheses around each operation there. */
export function spreadable(list: JsExpression): string {
  return within(list, BINDING.unary);
}

export function boolean(value: boolean): JsExpression {
  return primary(String(value), 'other');
}

/** A literal, as opposed to a variable: TypeScript refuses to compare two of them. */
const LITERAL = /^(?:-?\d[\d_]*n?|(['"])(?:(?!\1)[^\\]|\\.)*\1|true|false)$/;

/** Returns a test for equality. */
export function equal(left: JsExpression, operator: '===' | '!==', right: JsExpression): JsExpression {
  const isKnown = LITERAL.test(left.text) && LITERAL.test(right.text);
  return comparison(isKnown ? asserted(left, typeOfLiteral(left.text)) : left, operator, right);
}

function comparison(left: JsExpression, operator: '===' | '!==', right: JsExpression): JsExpression {
  const { text, binding } = binary(left, operator, right, 'equality', 'other');
  const opposite = (): JsExpression => comparison(left, operator === '===' ? '!==' : '===', right);
  return { text, binding, representation: 'other', operator, opposite };
}

function typeOfLiteral(text: string): string {
  if (/^['"]/.test(text)) return 'string';
  if (text === 'true' || text === 'false') return 'boolean';
  return text.endsWith('n') ? 'bigint' : 'number';
}

/** Returns the negation of a condition. */
export function not(condition: JsExpression): JsExpression {
  return condition.opposite?.() ?? { ...unary('!', condition), opposite: () => condition };
}

export function isTrue({ text }: JsExpression): boolean {
  return text === 'true';
}

/** Returns the conjunction of conditions; `true` if there is none. */
export function all(conditions: readonly JsExpression[]): JsExpression {
  const open = conditions.filter((condition) => !isTrue(condition));
  return open.length === 0 ? boolean(true) : open.reduce((left, right) => binary(left, '&&', right, 'and', 'other'));
}
