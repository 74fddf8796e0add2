import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import { BOOLEAN } from '@kirchhoff/kernel/types/domain';
import type { Span } from '../diagnostics/diagnostic.js';
import type { BinaryOperator, ChainLink, Expression, PostfixStep, RightOperator } from '../syntax/ast.js';
import { type Application, apply, applyToTwo, candidatesNamed, NO_LITERALS } from './application.js';
import { constrain, type Elaboration, expectType, type GraphBuilder, type Operand } from './builder.js';
import { some } from './constructors.js';
import { unwrap } from './options.js';
import { element, field } from './selection.js';
import { describe, isErrorType, prune } from './type-term.js';

type StrictOperator = Exclude<BinaryOperator, 'and' | 'or' | Exclude<RightOperator, '**'>>;

/** The monomers that an operator may stand for; the types of the operands decide which one it is. */
const MONOMERS_OF: Readonly<Record<StrictOperator | 'negate' | 'not', readonly string[]>> = {
  '+': ['ADD'],
  '-': ['SUB'],
  '*': ['MUL'],
  '/': ['DIV'],
  '%': ['MOD'],
  '**': ['POW'],
  '&': ['BIT_AND'],
  '|': ['BIT_OR'],
  '^': ['BIT_XOR'],
  '<<': ['SHL'],
  '>>': ['SHR'],
  '==': ['EQ'],
  '!=': ['NE'],
  '<': ['LT'],
  '<=': ['LE'],
  '>': ['GT'],
  '>=': ['GE'],
  '++': ['CONCAT', 'JOIN'],
  negate: ['NEG'],
  not: ['NOT'],
};

/** The meaning of an operator, and its name in messages. */
type OperatorMeaning = Pick<Application, 'shown' | 'candidates'>;

const meanings = new Map<string, OperatorMeaning>();

function meaningOf(operator: StrictOperator | 'negate' | 'not'): OperatorMeaning {
  const known = meanings.get(operator);
  if (known !== undefined) return known;
  const shown = operator === 'negate' ? "'-'" : `'${operator}'`;
  const meaning = { shown, candidates: MONOMERS_OF[operator].flatMap(candidatesNamed) };
  meanings.set(operator, meaning);
  return meaning;
}

/** One application of a strict operator. */
export function applyOperator(
  builder: GraphBuilder,
  operator: StrictOperator | 'negate' | 'not',
  operands: readonly Operand[],
  span: Span,
): NodeId {
  const misuse = misuseOf(operator, operands, builder);
  if (misuse !== undefined) {
    builder.reports.error('kind-mismatch', misuse.operand.span, misuse.message, misuse.hint);
    return builder.draft.poison(span);
  }
  const { shown, candidates } = meaningOf(operator);
  return apply(builder, { shown, candidates, operands, literals: NO_LITERALS, span });
}

interface Misuse {
  readonly operand: Operand;
  readonly message: string;
  readonly hint: string;
}

/** Hints for two frequent mistakes: `+` to join texts, and an option compared with its content. */
function misuseOf(operator: string, operands: readonly Operand[], builder: GraphBuilder): Misuse | undefined {
  switch (operator) {
    case '+':
      return (operands[0] && joinedBy(operands[0], builder)) ?? (operands[1] && joinedBy(operands[1], builder));
    case '++':
      return joinedWithInteger(operands, builder);
    case '==':
    case '!=':
      return comparedWithContent(operands, builder) ?? comparedWithCode(operands, builder);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return comparedWithCode(operands, builder);
    default:
      return undefined;
  }
}

function joinedBy(operand: Operand, { draft }: GraphBuilder): Misuse | undefined {
  const type = prune(draft.term(operand.node));
  if (type.kind !== 'text' && type.kind !== 'bytes' && type.kind !== 'list') return undefined;
  return { operand, message: `'+' adds integers, and this is ${describe(type)}`, hint: 'texts, bytes and lists are joined with `++`' };
}

function comparedWithContent([left, right]: readonly Operand[], { draft }: GraphBuilder): Misuse | undefined {
  if (left === undefined || right === undefined) return undefined;
  const [a, b] = [prune(draft.term(left.node)), prune(draft.term(right.node))];
  if ((a.kind === 'option') === (b.kind === 'option') || a.kind === 'variable' || b.kind === 'variable') return undefined;
  const [operand, type, option] = a.kind === 'option' ? [right, b, a] : [left, a, b];
  const message = `this is ${describe(type)}, and the other side ${describe(option)}`;
  return { operand, message, hint: 'an option is compared with `none` or `some …`' };
}

function joinedWithInteger([left, right]: readonly Operand[], { draft }: GraphBuilder): Misuse | undefined {
  if (left === undefined || right === undefined) return undefined;
  const [a, b] = [prune(draft.term(left.node)).kind, prune(draft.term(right.node)).kind];
  const operand = a === 'text' && b === 'integer' ? right : a === 'integer' && b === 'text' ? left : undefined;
  return operand && { operand, message: "'++' joins texts, and this is integer", hint: 'write `FORMAT_INT(n)`' };
}

/** Hint for comparing a text with a character, which is a code point. */
function comparedWithCode([left, right]: readonly Operand[], { draft }: GraphBuilder): Misuse | undefined {
  if (left === undefined || right === undefined) return undefined;
  const [a, b] = [prune(draft.term(left.node)).kind, prune(draft.term(right.node)).kind];
  if (a === 'integer' && b === 'text') return { operand: right, message: 'this is text, and the other side integer', hint: CODES };
  return a === 'text' && b === 'integer' ? { operand: right, message: 'this is integer, and the other side text', hint: CODES } : undefined;
}

const CODES = '`\'a\'` is the code point of a character, an integer, and `"a"` a text; `CODE_AT(t, i)` reads one from a text';

type Chain = Extract<Expression, { form: 'chain' }>;

/** `first op rest[0] op …`, grouped to the left. */
export function* chain({ first, rest }: Chain, builder: GraphBuilder): Elaboration {
  let left = builder.atOnce(builder, first) ?? (yield first);
  let place = first.span;
  for (const link of rest) {
    beforeRight(builder, link.operator, left, place);
    const right = builder.atOnce(builder, link.operand) ?? (yield link.operand);
    left = joined(builder, left, place, link, right);
    place = link.span;
  }
  return left;
}

/** The same for a chain that is elaborated at once. */
export function chainAtOnce({ first, rest }: Chain, builder: GraphBuilder): NodeId {
  let left = builder.part(builder, first);
  let place = first.span;
  for (const link of rest) {
    beforeRight(builder, link.operator, left, place);
    left = joined(builder, left, place, link, builder.part(builder, link.operand));
    place = link.span;
  }
  return left;
}

/** Opens the region of the right side of an `and` or `or`. */
function beforeRight(builder: GraphBuilder, operator: ChainLink['operator'], left: NodeId, place: Span): void {
  if (operator === 'and' || operator === 'or') openRight(builder, operator, { node: left, span: place });
}

/** @param place of the left side */
function joined(builder: GraphBuilder, left: NodeId, place: Span, { operator, operand, span }: ChainLink, right: NodeId): NodeId {
  if (operator !== 'and' && operator !== 'or') {
    const node = applyToTwo(builder, meaningOf(operator).candidates, left, right, span);
    if (node !== null) return node;
  }
  const sides = [
    { node: left, span: place },
    { node: right, span: operand.span },
  ] as const;
  return operator === 'and' || operator === 'or'
    ? closeRight(builder, operator, sides[0], sides[1], span)
    : applyOperator(builder, operator, sides, span);
}

type Connective = 'and' | 'or' | 'implies';

/** `left op right`; the right side is evaluated only if the left side does not decide. */
export function* shortCircuit(builder: GraphBuilder, connective: Connective, left: Operand, right: Expression, span: Span): Elaboration {
  openRight(builder, connective, left);
  const node = builder.atOnce(builder, right) ?? (yield right);
  return closeRight(builder, connective, left, { node, span: right.span }, span);
}

function openRight(builder: GraphBuilder, connective: Connective, left: Operand): void {
  expectType(builder, left, BOOLEAN, () => `the left side of '${connective}'`);
  builder.draft.open();
}

function closeRight(builder: GraphBuilder, connective: Connective, left: Operand, right: Operand, span: Span): NodeId {
  const { draft } = builder;
  const { region } = draft;
  expectType(builder, right, BOOLEAN, () => `the right side of '${connective}'`);
  draft.close(right.node);
  return draft.add({ op: 'shortCircuit', connective, left: left.node, right: region }, BOOLEAN, span);
}

type RightChain = Extract<Expression, { form: 'rightChain' }>;

/** `a op b op …`, grouped to the right. */
export function* rightChain(expression: RightChain, builder: GraphBuilder): Elaboration {
  switch (expression.operator) {
    case '??':
      return yield* unwrap(builder, expression.operands, (i) => expression.spans[i] ?? expression.span);
    case 'implies':
      return yield* implications(expression, builder);
    case '**':
      return yield* powers(expression, builder);
  }
}

function* powers(expression: RightChain, builder: GraphBuilder): Elaboration {
  const operands: Operand[] = [];
  for (const operand of expression.operands) operands.push({ node: yield operand, span: operand.span });
  const reversed = operands.toReversed();
  const last = reversed[0] ?? { node: builder.draft.poison(expression.span), span: expression.span };
  return reversed.slice(1).reduce((exponent, base, i) => {
    const span = expression.spans[operands.length - 2 - i] ?? expression.span;
    return { node: applyOperator(builder, '**', [base, exponent], span), span };
  }, last).node;
}

/** `a implies b implies …`: each right side is a region within the previous one. */
function* implications(expression: RightChain, builder: GraphBuilder): Elaboration {
  const { draft } = builder;
  const lefts: { readonly node: NodeId; readonly region: number }[] = [];
  let value: NodeId = -1;
  for (const [i, operand] of expression.operands.entries()) {
    value = yield operand;
    const isLast = i === expression.operands.length - 1;
    expectType(builder, { node: value, span: operand.span }, BOOLEAN, `the ${isLast ? 'right' : 'left'} side of 'implies'`);
    if (!isLast) lefts.push({ node: value, region: draft.open() });
  }
  for (let i = lefts.length - 1; i >= 0; i -= 1) {
    const left = lefts[i];
    if (left === undefined) break;
    draft.close(value);
    const span = expression.spans[i] ?? expression.span;
    value = draft.add({ op: 'shortCircuit', connective: 'implies', left: left.node, right: left.region }, BOOLEAN, span);
  }
  return value;
}

/** `op op … operand`. */
export function* prefix(expression: Extract<Expression, { form: 'prefix' }>, builder: GraphBuilder): Elaboration {
  let operand: Operand = { node: yield expression.operand, span: expression.operand.span };
  for (const { operator, span } of expression.operators.toReversed()) {
    if (operator === 'some') {
      operand = { node: some(builder, { node: operand.node, span }), span };
      // The fault has been reported: thousands of further operands would repeat it.
      if (isErrorType(builder.draft.term(operand.node))) break;
    } else {
      operand = { node: applyOperator(builder, operator === '-' ? 'negate' : 'not', [operand], span), span };
    }
  }
  return operand.node;
}

type Postfix = Extract<Expression, { form: 'postfix' }>;

/** `base step step …`. */
export function* postfix({ base, steps }: Postfix, builder: GraphBuilder): Elaboration {
  let operand: Operand = { node: builder.atOnce(builder, base) ?? (yield base), span: base.span };
  for (const step of steps) {
    const index = step.step === 'index' ? (builder.atOnce(builder, step.index) ?? (yield step.index)) : NO_INDEX;
    operand = { node: stepped(builder, operand, step, index), span: step.span };
  }
  return operand.node;
}

/** The same for an expression that is elaborated at once. */
export function postfixAtOnce({ base, steps }: Postfix, builder: GraphBuilder): NodeId {
  let operand: Operand = { node: builder.part(builder, base), span: base.span };
  for (const step of steps) {
    const index = step.step === 'index' ? builder.part(builder, step.index) : NO_INDEX;
    operand = { node: stepped(builder, operand, step, index), span: step.span };
  }
  return operand.node;
}

/** Stands for the node of the index of a step without one. */
const NO_INDEX: NodeId = -1;

function stepped(builder: GraphBuilder, operand: Operand, step: PostfixStep, index: NodeId): NodeId {
  switch (step.step) {
    case 'as':
      return constrain(builder, 'narrow', operand, step.domain, step.span);
    case 'index':
      return element(builder, operand, { node: index, span: step.index.span }, step.span);
    case 'field':
      return field(builder, operand, step.field);
  }
}

type Membership = Extract<Expression, { form: 'in' }>;

/** `x in xs` and `x not in xs`. */
export function* membership(expression: Membership, builder: GraphBuilder): Elaboration {
  const node = yield* contains(expression, builder);
  const { span } = expression;
  return expression.negated ? applyOperator(builder, 'not', [{ node, span }], span) : node;
}

/** `x in lo..hi` is `x >= lo and x <= hi`, with x evaluated once. */
function* contains(expression: Membership, builder: GraphBuilder): Elaboration {
  const { draft } = builder;
  const { source, span } = expression;
  const value = { node: yield expression.value, span: expression.value.span };
  if (source.source === 'value') {
    const operands = [{ node: yield source.value, span: source.value.span }, value];
    const roles = ["the right side of 'in'", "the left side of 'in'"];
    const ofText = 'a part of a text: `INCLUDES(text, part)`; one of some texts: `t in ["a", "b"]`';
    return apply(builder, { shown: "'in'", roles, ofText, candidates: candidatesNamed('CONTAINS'), operands, literals: [], span });
  }
  const lo = { node: yield source.lo, span: source.lo.span };
  const left = applyOperator(builder, '>=', [value, lo], span);
  const region = draft.open();
  const hi = { node: yield source.hi, span: source.hi.span };
  const right = applyOperator(builder, '<=', [value, hi], span);
  draft.close(right);
  return draft.add({ op: 'shortCircuit', connective: 'and', left, right: region }, BOOLEAN, span);
}
