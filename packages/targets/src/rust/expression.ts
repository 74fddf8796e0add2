import { INT64_MAX, INT64_MIN, type Int } from '@kirchhoff/coherence';
import { type Width, widthOf } from '../plan/widths.js';

/** A Rust expression as a tree, which the layout breaks into lines like the formatter of the language. */
export type RsExpression =
  | { readonly kind: 'atom'; readonly text: string; readonly binding: number }
  /** A call of a function or a macro; `brackets` are those of the arguments. */
  | {
      readonly kind: 'call';
      readonly callee: string;
      readonly brackets: '()' | '[]';
      readonly args: readonly RsExpression[];
      readonly separator?: ';';
      /** True for a conversion of an integer of 32 bits to 64. */
      readonly widens?: true;
    }
  | { readonly kind: 'method'; readonly receiver: RsExpression; readonly name: string; readonly args: readonly RsExpression[] }
  | { readonly kind: 'field'; readonly receiver: RsExpression; readonly name: string }
  | { readonly kind: 'index'; readonly receiver: RsExpression; readonly index: RsExpression }
  | { readonly kind: 'try'; readonly operand: RsExpression }
  | { readonly kind: 'unary'; readonly operator: '-' | '!' | '&' | '&mut ' | '*'; readonly operand: RsExpression }
  | { readonly kind: 'cast'; readonly operand: RsExpression; readonly type: string }
  | {
      readonly kind: 'binary';
      readonly level: Level;
      readonly operator: string;
      readonly left: RsExpression;
      readonly right: RsExpression;
    }
  | { readonly kind: 'struct'; readonly name: string; readonly fields: readonly (readonly [string, RsExpression])[] }
  | { readonly kind: 'if'; readonly condition: RsExpression; readonly whenTrue: RsExpression; readonly whenFalse: RsExpression }
  | { readonly kind: 'closure'; readonly parameters: string; readonly body: RsExpression };

/** Binding strengths of operators: "Expression precedence" in the Rust reference. */
export const BINDING = {
  closure: 0,
  range: 2,
  or: 3,
  and: 4,
  comparison: 5,
  bitOr: 6,
  bitXor: 7,
  bitAnd: 8,
  shift: 9,
  additive: 10,
  multiplicative: 11,
  cast: 12,
  unary: 13,
  primary: 15,
} as const;

export type Level = keyof typeof BINDING;

export const TRUE: RsExpression = atom('true');
export const FALSE: RsExpression = atom('false');

export function atom(text: string, binding: number = BINDING.primary): RsExpression {
  return { kind: 'atom', text, binding };
}

export function isTrue(expression: RsExpression): boolean {
  return expression.kind === 'atom' && expression.text === 'true';
}

/** Returns an integer literal. The ends of 64 bits have names, since a comparison with such a literal is a warning. */
export function integer(value: Int): RsExpression {
  if (value === INT64_MIN) return atom('i64::MIN');
  if (value === INT64_MAX) return atom('i64::MAX');
  return atom(grouped(value), value < 0 ? BINDING.unary : BINDING.primary);
}

/** Returns the digits of an integer, in groups of three if they are many. */
export function grouped(value: Int): string {
  return value.toString().replace(/\d{7,}/, (long) => long.replaceAll(/\B(?=(?:\d{3})+$)/g, '_'));
}

export function call(callee: string, ...args: readonly RsExpression[]): RsExpression {
  return { kind: 'call', callee, brackets: '()', args };
}

/** Returns a list with the elements. */
export function vec(items: readonly RsExpression[]): RsExpression {
  return items.length === 0 ? call('Vec::new') : { kind: 'call', callee: 'vec!', brackets: '[]', args: items };
}

export function array(items: readonly RsExpression[]): RsExpression {
  return { kind: 'call', callee: '', brackets: '[]', args: items };
}

const INTEGER_LITERAL = /^-?\d[\d_]*$/;

/** Returns a method call. An integer literal has no method without its type. */
export function method(receiver: RsExpression, name: string, ...args: readonly RsExpression[]): RsExpression {
  return { kind: 'method', receiver: typed(receiver), name, args };
}

export function field(receiver: RsExpression, name: string): RsExpression {
  return { kind: 'field', receiver, name };
}

export function index(receiver: RsExpression, place: RsExpression): RsExpression {
  return { kind: 'index', receiver, index: place };
}

export function attempt(operand: RsExpression): RsExpression {
  return { kind: 'try', operand };
}

export function negative(operand: RsExpression): RsExpression {
  return { kind: 'unary', operator: '-', operand };
}

/** Returns a reference to a place; that to a dereferenced place is the reference itself. */
export function reference(operand: RsExpression): RsExpression {
  if (operand.kind === 'unary' && operand.operator === '*') return operand.operand;
  return { kind: 'unary', operator: '&', operand };
}

export function dereference(operand: RsExpression): RsExpression {
  if (operand.kind === 'unary' && operand.operator === '&') return operand.operand;
  return { kind: 'unary', operator: '*', operand };
}

/** Returns an integer of 32 bits as one of 64. */
export function widened(operand: RsExpression): RsExpression {
  return { kind: 'call', callee: 'i64::from', brackets: '()', args: [operand], widens: true };
}

/** Returns an integer without its conversion to 64 bits. */
export function unwidened(operand: RsExpression): RsExpression {
  return operand.kind === 'call' && operand.widens === true ? (operand.args[0] ?? operand) : operand;
}

/** Returns an integer that a place of a width holds, as one of 64 bits. */
export function readFrom(width: Width, operand: RsExpression): RsExpression {
  return width === 32 ? widened(operand) : operand;
}

/**
 * Returns an integer of 64 bits for a place of a width, which it fits. A literal has the type of its place, unless it is one that no
 * input leads to.
 */
export function putInto(width: Width, operand: RsExpression): RsExpression {
  if (width === 64 || (isLiteral(operand) && widthOfLiteral(operand) === 32)) return operand;
  if (operand.kind === 'if')
    return { ...operand, whenTrue: putInto(width, operand.whenTrue), whenFalse: putInto(width, operand.whenFalse) };
  const source = unwidened(operand);
  return source === operand ? cast(operand, 'i32') : source;
}

function widthOfLiteral({ text }: Extract<RsExpression, { kind: 'atom' }>): Width {
  const value = BigInt(text.replaceAll('_', ''));
  return widthOf({ lo: value, hi: value });
}

/** Returns an expression with the type `i64` if it has literals only: Rust would give them 32 bits, or refuse a method of theirs. */
function typed(expression: RsExpression): RsExpression {
  return hasLiteralsOnly(expression) ? withType(expression) : expression;
}

function hasLiteralsOnly(expression: RsExpression): boolean {
  switch (expression.kind) {
    case 'atom':
      return isLiteral(expression);
    case 'unary':
      return hasLiteralsOnly(expression.operand);
    case 'binary':
      if (BINDING[expression.level] < BINDING.bitOr) return false;
      // The type of a shift is that of its left operand.
      return hasLiteralsOnly(expression.left) && (expression.level === 'shift' || hasLiteralsOnly(expression.right));
    default:
      return false;
  }
}

/** Returns an expression of literals whose first one has a type. */
function withType(expression: RsExpression): RsExpression {
  switch (expression.kind) {
    case 'atom':
      return atom(`${expression.text}_i64`, expression.binding);
    case 'unary':
      return { ...expression, operand: withType(expression.operand) };
    case 'binary':
      return { ...expression, left: withType(expression.left) };
    default:
      return expression;
  }
}

function isLiteral(expression: RsExpression): expression is Extract<RsExpression, { kind: 'atom' }> {
  return expression.kind === 'atom' && INTEGER_LITERAL.test(expression.text);
}

/** Returns a conversion. A literal has the type of its value before it, since it need not fit the other one. */
export function cast(widest: RsExpression, type: string): RsExpression {
  const operand = unwidened(widest);
  return { kind: 'cast', operand: typed(operand), type };
}

export function binary(left: RsExpression, operator: string, right: RsExpression, level: Level): RsExpression {
  return { kind: 'binary', level, operator, left, right };
}

const OPPOSITES = { '==': '!=', '!=': '==', '<': '>=', '>=': '<', '>': '<=', '<=': '>' } as const;

export type Comparison = keyof typeof OPPOSITES;

function isComparison(operator: string): operator is Comparison {
  return operator in OPPOSITES;
}

export function compared(left: RsExpression, operator: Comparison, right: RsExpression): RsExpression {
  return binary(hasLiteralsOnly(right) ? typed(left) : left, operator, right, 'comparison');
}

/** Returns the negation. */
export function not(operand: RsExpression): RsExpression {
  if (operand.kind === 'unary' && operand.operator === '!') return operand.operand;
  if (operand.kind === 'binary' && isComparison(operand.operator)) {
    return compared(operand.left, OPPOSITES[operand.operator], operand.right);
  }
  if (operand.kind === 'atom' && operand.text === 'true') return FALSE;
  if (operand.kind === 'atom' && operand.text === 'false') return TRUE;
  if (operand.kind === 'method' && operand.args.length === 0 && operand.name in OPPOSITE_METHODS) {
    return { ...operand, name: OPPOSITE_METHODS[operand.name] ?? operand.name };
  }
  return { kind: 'unary', operator: '!', operand };
}

const OPPOSITE_METHODS: Readonly<Record<string, string>> = { is_some: 'is_none', is_none: 'is_some' };

/** Returns the left side of an equality: an array is compared with lists as a slice. */
export function equated(side: RsExpression): RsExpression {
  const isArray = (side.kind === 'call' && side.callee === '') || (side.kind === 'atom' && /^(?:b"|TABLE_)/.test(side.text));
  return isArray ? method(side, 'as_slice') : side;
}

/** Returns the conjunction of conditions; `true` if there is none. */
export function all(conditions: readonly RsExpression[]): RsExpression {
  const open = conditions.filter((condition) => !isTrue(condition));
  return open.length === 0 ? TRUE : open.reduce((left, right) => binary(left, '&&', right, 'and'));
}

export function either(left: RsExpression, right: RsExpression): RsExpression {
  return binary(left, '||', right, 'or');
}

/** Returns the condition that a value lies between both ends, of which an absent one is not tested. */
export function between(lo: Int | null, value: RsExpression, hi: Int | null): RsExpression {
  const least = lo === INT64_MIN ? null : lo;
  const greatest = hi === INT64_MAX ? null : hi;
  if (least === null) return greatest === null ? TRUE : compared(value, '<=', integer(greatest));
  if (greatest === null) return compared(value, '>=', integer(least));
  if (least === greatest) return compared(value, '==', integer(least));
  return method(rangeOf(integer(least), integer(greatest)), 'contains', reference(typed(value)));
}

/** Returns the range of the integers between both ends, included. */
export function rangeOf(lo: RsExpression, hi: RsExpression): RsExpression {
  return binary(lo, '..=', hi, 'range');
}

export function closure(parameters: string, body: RsExpression): RsExpression {
  return { kind: 'closure', parameters, body };
}

export function conditional(condition: RsExpression, whenTrue: RsExpression, whenFalse: RsExpression): RsExpression {
  return { kind: 'if', condition, whenTrue, whenFalse };
}

/** Returns the binding strength of an expression. */
export function bindingOf(expression: RsExpression): number {
  switch (expression.kind) {
    case 'atom':
      return expression.binding;
    case 'unary':
      return BINDING.unary;
    case 'cast':
      return BINDING.cast;
    case 'binary':
      return BINDING[expression.level];
    case 'closure':
    case 'if':
      return BINDING.closure;
    case 'call':
    case 'method':
    case 'field':
    case 'index':
    case 'try':
    case 'struct':
      return BINDING.primary;
  }
}

/** Returns true for a name, a path of fields or a short literal, which may be repeated. */
export function isAtom(expression: RsExpression): boolean {
  return expression.kind === 'atom' || (expression.kind === 'field' && isAtom(expression.receiver));
}
