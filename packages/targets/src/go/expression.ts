import type { Int } from '@kirchhoff/coherence';
import type { Width } from '../plan/widths.js';

/**
 * A Go expression as a tree. The spaces around an operator depend on the expression around it (go/printer, nodes.go), so that a
 * text alone cannot be composed.
 */
export type GoExpression =
  /** A name, a literal or a type. `untyped`: an untyped constant, which becomes an `int` where no type is near. */
  | { readonly kind: 'atom'; readonly text: string; readonly untyped: boolean }
  | { readonly kind: 'binary'; readonly operator: Operator; readonly left: GoExpression; readonly right: GoExpression }
  | { readonly kind: 'unary'; readonly operator: '-' | '!'; readonly operand: GoExpression }
  | {
      readonly kind: 'call';
      readonly callee: string;
      readonly args: readonly GoExpression[];
      readonly spread: boolean;
      /** True for a conversion of an integer of 32 bits to 64. */
      readonly widens?: true;
    }
  | { readonly kind: 'selector'; readonly receiver: GoExpression; readonly name: string }
  | { readonly kind: 'index'; readonly receiver: GoExpression; readonly index: GoExpression }
  | {
      readonly kind: 'slice';
      readonly receiver: GoExpression;
      readonly from: GoExpression | null;
      readonly to: GoExpression | null;
    }
  /** A composite literal; elements have keys, or none has. */
  | {
      readonly kind: 'composite';
      readonly type: string;
      readonly elements: readonly { readonly key: string | null; readonly value: GoExpression }[];
    };

/** Precedence by operator (language specification, "Operators"). */
const PRECEDENCE = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 3,
  '<=': 3,
  '>': 3,
  '>=': 3,
  '+': 4,
  '-': 4,
  '|': 4,
  '^': 4,
  '*': 5,
  '/': 5,
  '%': 5,
  '<<': 5,
  '>>': 5,
  '&': 5,
} as const;

export type Operator = keyof typeof PRECEDENCE;

const UNARY = 6;
const HIGHEST = 7;

export const TRUE: GoExpression = name('true');
export const FALSE: GoExpression = name('false');

export function name(text: string): GoExpression {
  return { kind: 'atom', text, untyped: false };
}

export function integer(value: Int): GoExpression {
  const digits = grouped(value < 0 ? -BigInt(value) : BigInt(value));
  const natural: GoExpression = { kind: 'atom', text: digits, untyped: true };
  return value < 0 ? { kind: 'unary', operator: '-', operand: natural } : natural;
}

/** Returns the digits of a natural number, in groups of three if they are many. */
function grouped(value: bigint): string {
  return value.toString().replace(/^\d{7,}$/, (long) => long.replaceAll(/\B(?=(?:\d{3})+$)/g, '_'));
}

export function isTrue(expression: GoExpression): boolean {
  return expression.kind === 'atom' && expression.text === 'true';
}

export function isFalse(expression: GoExpression): boolean {
  return expression.kind === 'atom' && expression.text === 'false';
}

/** Returns true for a name or a literal, which may be repeated. */
export function isAtom(expression: GoExpression): boolean {
  return expression.kind === 'atom' || (expression.kind === 'unary' && expression.operator === '-' && isAtom(expression.operand));
}

/** Returns true for an untyped constant: its type is that of its place. */
export function isUntyped(expression: GoExpression): boolean {
  switch (expression.kind) {
    case 'atom':
      return expression.untyped;
    case 'unary':
      return isUntyped(expression.operand);
    case 'binary': {
      // The type of a shift is that of its left operand.
      const isShift = expression.operator === '<<' || expression.operator === '>>';
      return PRECEDENCE[expression.operator] >= 4 && isUntyped(expression.left) && (isShift || isUntyped(expression.right));
    }
    default:
      return false;
  }
}

/** Returns the expression with an integer type even where no type is near. Default: 64 bits. */
export function typed(expression: GoExpression, width: Width = 64): GoExpression {
  return isUntyped(expression) ? call(integerType(width), expression) : expression;
}

export function integerType(width: Width): string {
  return width === 32 ? 'int32' : 'int64';
}

/** Returns an integer that a place of a width holds, as one of 64 bits. */
export function readFrom(width: Width, operand: GoExpression): GoExpression {
  return width === 64 ? operand : { kind: 'call', callee: 'int64', args: [operand], spread: false, widens: true };
}

/** Returns an integer of 64 bits for a place of a width, which it fits. An untyped constant has the type of its place. */
export function putInto(width: Width, operand: GoExpression): GoExpression {
  if (width === 64 || isUntyped(operand)) return operand;
  const source = operand.kind === 'call' && operand.widens === true ? operand.args[0] : undefined;
  return source ?? call('int32', operand);
}

/** Returns true for an expression that Go evaluates as it compiles. */
export function isConstant(expression: GoExpression): boolean {
  switch (expression.kind) {
    case 'atom':
      return expression.untyped;
    case 'unary':
      return isConstant(expression.operand);
    case 'binary':
      return isConstant(expression.left) && isConstant(expression.right);
    case 'call':
      return (expression.callee === 'int64' || expression.callee === 'uint64') && expression.args.every(isConstant);
    default:
      return false;
  }
}

export function binary(left: GoExpression, operator: Operator, right: GoExpression): GoExpression {
  // Chains are written without parentheses.
  if ((operator === '&&' || operator === '||') && right.kind === 'binary' && right.operator === operator) {
    return binary(binary(left, operator, right.left), operator, right.right);
  }
  return { kind: 'binary', operator, left, right };
}

const OPPOSITES: Readonly<Partial<Record<Operator, Operator>>> = { '==': '!=', '!=': '==', '<': '>=', '>=': '<', '>': '<=', '<=': '>' };

export function not(operand: GoExpression): GoExpression {
  if (isTrue(operand)) return FALSE;
  if (isFalse(operand)) return TRUE;
  if (operand.kind === 'unary' && operand.operator === '!') return operand.operand;
  if (operand.kind === 'binary') {
    const { operator, left, right } = operand;
    const opposite = OPPOSITES[operator];
    if (opposite !== undefined) return { ...operand, operator: opposite };
    // The operands are conditions: De Morgan's laws.
    if (operator === '&&') return binary(not(left), '||', not(right));
    if (operator === '||') return binary(not(left), '&&', not(right));
  }
  return { kind: 'unary', operator: '!', operand };
}

export function and(left: GoExpression, right: GoExpression): GoExpression {
  if (isTrue(left) || isFalse(right)) return right;
  if (isTrue(right) || isFalse(left)) return left;
  return binary(left, '&&', right);
}

export function or(left: GoExpression, right: GoExpression): GoExpression {
  if (isFalse(left) || isTrue(right)) return right;
  if (isFalse(right) || isTrue(left)) return left;
  return binary(left, '||', right);
}

export function all(conditions: readonly GoExpression[]): GoExpression {
  return conditions.reduce(and, TRUE);
}

export function negative(operand: GoExpression): GoExpression {
  return { kind: 'unary', operator: '-', operand };
}

export function call(callee: string, ...args: readonly GoExpression[]): GoExpression {
  return { kind: 'call', callee, args, spread: false };
}

export function selector(receiver: GoExpression, field: string): GoExpression {
  return { kind: 'selector', receiver, name: field };
}

export function element(receiver: GoExpression, index: GoExpression): GoExpression {
  return { kind: 'index', receiver, index };
}

export function slice(receiver: GoExpression, from: GoExpression | null, to: GoExpression | null): GoExpression {
  return { kind: 'slice', receiver, from, to };
}

export function length(receiver: GoExpression): GoExpression {
  return call('len', receiver);
}

/** Returns the condition that a value lies between both ends, if they are given. */
export function between(lo: Int | null, value: GoExpression, hi: Int | null): GoExpression {
  if (lo !== null && lo === hi) return binary(value, '==', integer(lo));
  const least = lo === null ? TRUE : binary(value, '>=', integer(lo));
  return and(least, hi === null ? TRUE : binary(value, '<=', integer(hi)));
}

/** Adds the names and literals of an expression to a set. */
export function readsOf(expression: GoExpression, into: Set<string>): void {
  switch (expression.kind) {
    case 'atom':
      into.add(expression.text);
      return;
    case 'binary':
      readsOf(expression.left, into);
      readsOf(expression.right, into);
      return;
    case 'unary':
      readsOf(expression.operand, into);
      return;
    case 'call':
      for (const arg of expression.args) readsOf(arg, into);
      return;
    case 'selector':
      readsOf(expression.receiver, into);
      return;
    case 'index':
      readsOf(expression.receiver, into);
      readsOf(expression.index, into);
      return;
    case 'slice':
      for (const part of [expression.receiver, expression.from, expression.to]) if (part !== null) readsOf(part, into);
      return;
    case 'composite':
      for (const { value } of expression.elements) readsOf(value, into);
      return;
  }
}

/** Returns the text of an expression in the layout of gofmt. */
export function textOf(expression: GoExpression): string {
  return printed(expression, 0, 1);
}

/** Prints like `expr1` of go/printer: `least` is the precedence that needs no parentheses, `depth` the nesting of operators. */
function printed(expression: GoExpression, least: number, depth: number): string {
  switch (expression.kind) {
    case 'atom':
      return expression.text;
    case 'binary': {
      const precedence = PRECEDENCE[expression.operator];
      if (precedence < least) return `(${printed(expression, 0, Math.max(1, depth - 1))})`;
      const { left, right, operator } = expression;
      const space = precedence < cutoff(expression, depth) ? ' ' : '';
      const isSame = left.kind === 'binary' && PRECEDENCE[left.operator] === precedence;
      return `${printed(left, precedence, depth + (isSame ? 0 : 1))}${space}${operator}${space}${printed(right, precedence + 1, depth + 1)}`;
    }
    case 'unary': {
      if (UNARY < least) return `(${printed(expression, 0, Math.max(1, depth - 1))})`;
      const { operator, operand } = expression;
      const inner = printed(operand, UNARY, depth);
      return `${operator}${operand.kind === 'unary' && operand.operator === operator ? `(${inner})` : inner}`;
    }
    case 'call': {
      const { callee, args, spread } = expression;
      const inside = args.map((arg) => printed(arg, 0, args.length > 1 ? depth + 1 : depth));
      return `${callee}(${inside.join(', ')}${spread ? '...' : ''})`;
    }
    case 'selector': {
      const receiver = printed(expression.receiver, HIGHEST, depth);
      // A composite literal in the head of an `if` would be read as its body.
      return `${expression.receiver.kind === 'composite' ? `(${receiver})` : receiver}.${expression.name}`;
    }
    case 'index':
      return `${printed(expression.receiver, HIGHEST, 1)}[${printed(expression.index, 0, depth + 1)}]`;
    case 'slice': {
      const { receiver, from, to } = expression;
      const [a, b] = [from, to].map((end) => (end === null ? '' : printed(end, 0, depth + 1)));
      const isSpaced = depth <= 1 && from !== null && to !== null && (from.kind === 'binary' || to.kind === 'binary');
      return `${printed(receiver, HIGHEST, 1)}[${a}${isSpaced ? ' : ' : ':'}${b}]`;
    }
    case 'composite': {
      const { type, elements } = expression;
      return `${type}{${elements.map(({ key, value }) => `${key === null ? '' : `${key}: `}${printed(value, 0, 1)}`).join(', ')}}`;
    }
  }
}

type Binary = Extract<GoExpression, { kind: 'binary' }>;

/** The precedence from which operators have no spaces, as `cutoff` of go/printer. */
function cutoff(expression: Binary, depth: number): number {
  const { has4, has5, problem } = walked(expression);
  if (problem > 0) return problem + 1;
  if (has4 && has5) return depth === 1 ? 5 : 4;
  return depth === 1 ? 6 : 4;
}

interface Walk {
  readonly has4: boolean;
  readonly has5: boolean;
  readonly problem: number;
}

/** As `walkBinary` of go/printer. Operands that get parentheses do not count. */
function walked({ operator, left, right }: Binary): Walk {
  const precedence = PRECEDENCE[operator];
  const inside: Walk[] = [];
  if (left.kind === 'binary' && PRECEDENCE[left.operator] >= precedence) inside.push(walked(left));
  if (right.kind === 'binary' && PRECEDENCE[right.operator] > precedence) inside.push(walked(right));
  const isDoubled = right.kind === 'unary' && operator === '-' && right.operator === '-';
  return {
    has4: precedence === 4 || inside.some(({ has4 }) => has4),
    has5: precedence === 5 || inside.some(({ has5 }) => has5),
    problem: inside.reduce((most, { problem }) => Math.max(most, problem), isDoubled ? 4 : 0),
  };
}
