import {
  canBreak,
  type Document,
  fill,
  firstOf,
  group,
  ifBroken,
  indent,
  indentIfBroken,
  join,
  LINE,
  mustBreak,
  SOFT_LINE,
} from './document.js';
import { chainDocument, type Link } from './member-chain.js';
import { STRENGTH } from './parse.js';
import { WIDTH } from './print.js';
import type { Binary, Call, Conditional, Expression, Member } from './tree.js';
import { parametersDocument, typeArguments, typeDocument } from './types.js';

/** The expression around another one, and the part of it that the other one is. */
export interface Place {
  readonly parent: Expression | 'return' | 'if' | 'assignment' | 'member' | 'statement';
  readonly part: 'callee' | 'argument' | 'item' | 'object' | 'index' | 'operand' | 'test' | 'branch' | 'otherwise' | 'body' | 'value';
  readonly above: Place | null;
}

export function placeOf(parent: Place['parent'], part: Place['part'], above: Place | null = null): Place {
  return { parent, part, above };
}

/** Returns the document of an expression at a place, in the parentheses that it has. */
export function documentOf(expression: Expression, place: Place): Document {
  if (expression.kind === 'conditional') return conditional(expression, place);
  const document = bareDocument(expression, place);
  return expression.inParentheses ? ['(', document, ')'] : document;
}

function bareDocument(expression: Exclude<Expression, { kind: 'conditional' }>, place: Place): Document {
  switch (expression.kind) {
    case 'name':
    case 'number':
    case 'string':
    case 'other':
      return expression.text;
    case 'member':
      return memberDocument(expression, place);
    case 'index':
      return [documentOf(expression.object, placeOf(expression, 'object', place)), indexDocument(expression, place)];
    case 'call':
      return callDocument(expression, place);
    case 'array':
      return arrayDocument(expression, place);
    case 'object':
      return objectDocument(expression.members);
    case 'arrow':
      return arrowDocument(expression, place, false);
    case 'binary':
      return binaryDocument(expression, place);
    case 'unary': {
      const space = /^\w/.test(expression.operator) ? ' ' : '';
      return [expression.operator, space, documentOf(expression.operand, placeOf(expression, 'operand', place))];
    }
    case 'assertion': {
      const parts = [documentOf(expression.value, placeOf(expression, 'operand', place)), ' as ', typeDocument(expression.type)];
      return isHead(place) ? group([indent([SOFT_LINE, parts]), SOFT_LINE]) : parts;
    }
  }
}

/** Returns true for the callee of a call and for the object of a member. */
function isHead({ parent, part }: Place): boolean {
  return part === 'callee' || (part === 'object' && typeof parent !== 'string' && parent.kind === 'member');
}

type MemberExpression = Extract<Expression, { kind: 'member' }>;

function memberDocument(expression: MemberExpression, place: Place): Document {
  const { object, access } = expression;
  const head = documentOf(object, placeOf(expression, 'object', place));
  const isPlain = object.kind === 'name' && !(typeof place.parent !== 'string' && place.part === 'object');
  const isAssigned = place.parent === 'assignment' && object.kind === 'call' && object.args.length > 0;
  return [head, isPlain || isAssigned ? access : group(indent([SOFT_LINE, access]))];
}

/** Returns the index of an expression in its brackets. */
function indexDocument(expression: Extract<Expression, { kind: 'index' }>, place: Place): Document {
  const index = documentOf(expression.index, placeOf(expression, 'index', place));
  if (expression.index.kind === 'number') return ['[', index, ']'];
  return group(['[', indent([SOFT_LINE, index]), SOFT_LINE, ']']);
}

function isNumber(expression: Expression): boolean {
  if (expression.kind === 'unary' && expression.operator === '-') return isNumber(expression.operand);
  return expression.kind === 'number' && !expression.text.endsWith('n') && !expression.inParentheses;
}

/** Returns true for a list of several numbers, which fills its lines. */
function isFilled(expression: Expression): boolean {
  return expression.kind === 'array' && expression.items.length > 1 && expression.items.every(isNumber);
}

function textOfNumber(expression: Expression): string {
  if (expression.kind === 'unary') return expression.operator + textOfNumber(expression.operand);
  return expression.kind === 'number' ? expression.text : '';
}

function arrayDocument(expression: Extract<Expression, { kind: 'array' }>, place: Place): Document {
  const { items } = expression;
  if (items.length === 0) return '[]';
  const listed = isFilled(expression)
    ? fill(items.map(textOfNumber))
    : join(
        [',', LINE],
        items.map((item) => group(documentOf(item, placeOf(expression, 'item', place)))),
      );
  return group(['[', indent([SOFT_LINE, listed, ifBroken(',', '')]), SOFT_LINE, ']'], isAlwaysBroken(items));
}

/** Several lists, or several objects, with several items each stand on lines of their own. */
function isAlwaysBroken(items: readonly Expression[]): boolean {
  const [first] = items;
  return (
    items.length > 1 &&
    items.every((item) => {
      if (item.kind === 'array') return first?.kind === 'array' && item.items.length > 1;
      return item.kind === 'object' && first?.kind === 'object' && item.members.length > 1;
    })
  );
}

function objectDocument(members: readonly Member[]): Document {
  if (members.length === 0) return '{}';
  return group(['{', indent([LINE, join([',', LINE], members.map(entryDocument)), ifBroken(',', '')]), LINE, '}']);
}

/** Keys that are shorter than this stay beside their values. */
const SHORT_KEY = 5;

export function entryDocument({ key, value }: Member): Document {
  if (value === null) return key;
  return assignmentDocument(key, ':', value, placeOf('member', 'value'), key.length < SHORT_KEY);
}

/** Returns an arrow function. `isLast`: true for the last argument of a call that begins on the line of the call. */
function arrowDocument(expression: Extract<Expression, { kind: 'arrow' }>, place: Place, isLast: boolean): Document {
  const { parameters, body } = expression;
  const head = [group(parametersDocument(parameters)), ' =>'];
  const written = documentOf(body, placeOf(expression, 'body', place));
  if (body.kind === 'array' || body.kind === 'object' || body.kind === 'arrow') return group([head, ' ', written]);
  const shown = body.kind === 'conditional' ? [ifBroken('', '('), written, ifBroken('', ')')] : written;
  return group([head, group([indent([LINE, shown]), isLast ? [ifBroken(',', ''), SOFT_LINE] : ''])]);
}

/**
 * Returns an operation. The operands of operators that bind as tightly stand in one list, whose lines break together.
 */
function binaryDocument(expression: Binary & { readonly inParentheses: boolean }, place: Place): Document {
  const { parent, part } = place;
  if (parent === 'if') return operands(expression, place, true);
  const isOperand = typeof parent !== 'string' && parent.kind === 'unary' && parent.operator !== '...' && parent.operator !== 'yield';
  const parts = operands(expression, place, false);
  if (isOperand || isHead(place)) return group([indent([SOFT_LINE, parts]), SOFT_LINE]);
  const isReturned = parent === 'return';
  const isBody = part === 'body';
  const isChosen = typeof parent !== 'string' && parent.kind === 'conditional' && !isReturnedOrPassed(place.above);
  const isInlined = isInline(expression);
  const hasSameLeft = expression.left.kind === 'binary' && isFlattened(expression.operator, expression.left.operator);
  const isValue = parent === 'assignment' || parent === 'member';
  if (isReturned || isBody || isChosen || (isInlined && !hasSameLeft) || (!isInlined && isValue)) return group(parts);
  const [first = '', ...rest] = parts;
  return group([first, indent(rest)]);
}

function isReturnedOrPassed(above: Place | null): boolean {
  if (above === null) return false;
  return above.parent === 'return' || (typeof above.parent !== 'string' && above.parent.kind === 'call');
}

/** Returns the operands and operators of an operation, from the first operand. */
function operands(expression: Binary & { readonly inParentheses: boolean }, place: Place, isInHead: boolean): readonly Document[] {
  const chain = [expression];
  for (let { left, operator } = expression; left.kind === 'binary' && isFlattened(operator, left.operator); ) {
    chain.unshift(left);
    ({ left, operator } = left);
  }
  const parts: Document[] = [];
  for (const [index, operation] of chain.entries()) {
    const { operator, left, right } = operation;
    const around = index === chain.length - 1 ? place : placeOf(chain[index + 1] ?? operation, 'operand', place);
    if (index === 0) parts.push(group(documentOf(left, placeOf(operation, 'operand', around))));
    const written = documentOf(right, placeOf(operation, 'operand', around));
    const further = isInline(operation) ? [operator, ' ', written] : [operator, LINE, written];
    const isAlone =
      !(isInHead && kindOf(operator) === 'logical') &&
      ![around.parent, left, right].some(
        (each) => typeof each !== 'string' && each.kind === 'binary' && kindOf(each.operator) === kindOf(operator),
      );
    parts.push(' ', isAlone ? group(further) : further);
  }
  return parts;
}

function kindOf(operator: string): 'logical' | 'other' {
  return operator === '&&' || operator === '||' || operator === '??' ? 'logical' : 'other';
}

/** Returns true if the left side of a connective shares the line with the beginning of its right side. */
function isInline({ operator, right }: Binary): boolean {
  if (kindOf(operator) !== 'logical') return false;
  return (right.kind === 'object' && right.members.length > 0) || (right.kind === 'array' && right.items.length > 0);
}

const EQUALITY = /^[!=]==$/;
const MULTIPLICATIVE = /^[*/%]$/;

/** Returns true if the left side of an operator belongs to its list of operands. */
function isFlattened(outer: string, inner: string): boolean {
  if (STRENGTH.get(outer) !== STRENGTH.get(inner) || outer === '**') return false;
  if (EQUALITY.test(outer)) return false;
  if (MULTIPLICATIVE.test(outer)) return outer === inner && outer !== '%';
  return outer !== '<<' && outer !== '>>';
}

/** Returns a choice. One whose last branch is a choice has a line for each branch. */
function conditional(expression: Conditional & { readonly inParentheses: boolean }, place: Place): Document {
  const { test, whenTrue, whenFalse } = expression;
  const { parent, part } = place;
  const isNested = typeof parent !== 'string' && parent.kind === 'conditional';
  const isTest = isNested && part === 'test';
  const isBranch = isNested && !isTest;
  const branch = (of: Expression, which: 'branch' | 'otherwise'): Document => indent(documentOf(of, placeOf(expression, which, place)));
  const isNestedTrue = whenTrue.kind === 'conditional';
  const branches = [
    LINE,
    '? ',
    isNestedTrue ? ifBroken('', '(') : '',
    branch(whenTrue, 'branch'),
    isNestedTrue ? ifBroken('', ')') : '',
    LINE,
    ': ',
    branch(whenFalse, 'otherwise'),
  ];
  const condition = documentOf(test, placeOf(expression, 'test', place));
  if (isBranch) return [part === 'otherwise' ? indent(condition) : condition, branches];
  const isOfMember = typeof parent !== 'string' && parent.kind === 'member';
  const isIndented = isTest || beginsValue(place);
  const whole = group([condition, indent(branches), isOfMember && !isIndented ? SOFT_LINE : '']);
  if (isIndented) return ['(', group([indent([SOFT_LINE, whole]), SOFT_LINE]), ')'];
  return expression.inParentheses && part !== 'body' ? ['(', whole, ')'] : whole;
}

/** Returns true for the beginning of a chain of members and calls, or of an assertion, that is a whole value or the operand of a prefix. */
function beginsValue(place: Place): boolean {
  const isInChain = ({ part }: Place): boolean => part === 'callee' || part === 'object';
  let around: Place | null = place;
  while (around !== null && isInChain(around)) around = around.above;
  if (around !== null && typeof around.parent !== 'string' && around.parent.kind === 'assertion') around = around.above;
  if (around === null || around === place) return false;
  const { parent } = around;
  return (
    parent === 'assignment' || parent === 'return' || (typeof parent !== 'string' && parent.kind === 'unary' && parent.operator !== '...')
  );
}

type CallExpression = Call & { readonly inParentheses: boolean };

/** Returns a call or a construction. */
function callDocument(call: CallExpression, place: Place): Document {
  const { callee, isNew, access, types } = call;
  if (!isNew && (callee.kind === 'member' || callee.kind === 'index')) return chainDocument(linksOf(call, place));
  const head = documentOf(callee, placeOf(call, 'callee', place));
  if (isNew) return ['new ', head, typeArguments(types), argumentsDocument(call, place)];
  const whole = [head, access, argumentsDocument(call, place)];
  return callee.kind === 'call' ? group(whole) : whole;
}

/** Returns the links of a chain, its innermost object first. */
function linksOf(call: CallExpression, place: Place): readonly Link[] {
  const links: Link[] = [];
  let [expression, around]: [Expression, Place] = [call, place];
  for (;;) {
    const isInner = expression !== call;
    if (isInner && expression.inParentheses) break;
    if (expression.kind === 'call' && !expression.isNew) {
      links.unshift({ kind: 'call', expression, document: [expression.access, argumentsDocument(expression, around)] });
      [expression, around] = [expression.callee, placeOf(expression, 'callee', around)];
    } else if (expression.kind === 'member') {
      links.unshift({ kind: 'member', expression, document: expression.access });
      [expression, around] = [expression.object, placeOf(expression, 'object', around)];
    } else if (expression.kind === 'index') {
      links.unshift({ kind: 'index', expression, document: indexDocument(expression, around) });
      [expression, around] = [expression.object, placeOf(expression, 'object', around)];
    } else break;
  }
  return [{ kind: 'head', expression, document: documentOf(expression, around) }, ...links];
}

/** Returns the arguments of a call or a construction in their parentheses. */
function argumentsDocument(call: CallExpression, place: Place): Document {
  const { args } = call;
  const last = args.at(-1);
  if (last === undefined) return '()';
  const inner = placeOf(call, 'argument', place);
  const documents = args.map((arg) => documentOf(arg, inner));
  const listed = join([',', LINE], documents);
  const allBroken = group(['(', indent([SOFT_LINE, listed, ',']), SOFT_LINE, ')'], true);
  if (isComposition(args)) return allBroken;
  if (isHugged(args)) {
    const before = documents.slice(0, -1);
    if (before.some(mustBreak)) return allBroken;
    const hugged = last.kind === 'arrow' ? arrowDocument(last, inner, true) : (documents.at(-1) ?? '');
    const start = ['(', before.map((each) => [each, ', '])];
    return firstOf([start, hugged, ')'], [start, group(hugged, true), ')'], allBroken);
  }
  return group(['(', indent([SOFT_LINE, listed, ifBroken(',', '')]), SOFT_LINE, ')'], documents.some(mustBreak));
}

/** Returns true if one of several arguments is a call with a function, so that each stands on a line of its own. */
function isComposition(args: readonly Expression[]): boolean {
  if (args.length < 2) return false;
  return args.some((arg) => arg.kind === 'call' && arg.args.some(({ kind }) => kind === 'arrow'));
}

/** Returns true if the last argument begins on the line of the call. */
function isHugged(args: readonly Expression[]): boolean {
  const [last, before] = [args.at(-1), args.at(-2)];
  if (last === undefined || !isExpandable(last) || before?.kind === last.kind) return false;
  return !(args.length === 2 && before?.kind === 'arrow' && last.kind === 'array') && !(args.length > 1 && isFilled(last));
}

function isExpandable(expression: Expression): boolean {
  switch (expression.kind) {
    case 'object':
      return expression.members.length > 0;
    case 'array':
      return expression.items.length > 0;
    case 'assertion':
      return isExpandable(expression.value);
    case 'arrow': {
      const { kind } = expression.body;
      return (
        kind === 'object' ||
        kind === 'array' ||
        kind === 'call' ||
        kind === 'conditional' ||
        (kind === 'arrow' && isExpandable(expression.body))
      );
    }
    default:
      return false;
  }
}

/** Returns a value after what it is assigned to, in one of the layouts of assignments. */
export function assignmentDocument(left: Document, operator: string, value: Expression, place: Place, hasShortKey = false): Document {
  const right = documentOf(value, place);
  if (breaksAfterOperator(value, hasShortKey)) return group([group(left), operator, group(indent([LINE, right]))]);
  if (hasShortKey || value.kind === 'number' || isTruth(value)) return group([group(left), operator, ' ', right]);
  if (isPoorlyBreakable(value)) return group([group(left), operator, group(indent([LINE, right]))]);
  if (canBreak(left)) return group([left, operator, ' ', group(right)]);
  const after = group(indent(LINE));
  return group([group(left), operator, after, indentIfBroken(group(right), after)]);
}

function isTruth(value: Expression): boolean {
  return value.kind === 'name' && (value.text === 'true' || value.text === 'false');
}

function breaksAfterOperator(value: Expression, hasShortKey: boolean): boolean {
  if (value.kind === 'binary' && !isInline(value)) return true;
  if (value.kind === 'conditional') return value.test.kind === 'binary' && !isInline(value.test);
  if (hasShortKey) return false;
  let inner: Expression = value;
  while (inner.kind === 'unary' && inner.operator !== '...') inner = inner.operand;
  return inner.kind === 'string' || isMemberPath(inner);
}

/** Returns true for members and indices of a name. */
function isMemberPath(expression: Expression): boolean {
  if (expression.kind !== 'member' && expression.kind !== 'index') return false;
  return expression.object.kind === 'name' || isMemberPath(expression.object);
}

/** Returns true for calls whose arguments are too short to be broken well. */
function isPoorlyBreakable(value: Expression, isInner = false): boolean {
  switch (value.kind) {
    case 'name':
      return isInner;
    case 'unary':
      return value.operator !== '...' && isPoorlyBreakable(value.operand);
    case 'member':
    case 'index':
      return isPoorlyBreakable(value.object, true);
    case 'call': {
      const [first] = value.args;
      if (value.isNew || value.args.length > 1 || (first !== undefined && !isShort(first))) return false;
      return isPoorlyBreakable(value.callee, true);
    }
    default:
      return false;
  }
}

/** A lone argument that is no longer stays with its call. */
const SHORT_ARGUMENT = WIDTH / 4;

function isShort(argument: Expression): boolean {
  switch (argument.kind) {
    case 'name':
    case 'string':
      return argument.text.length <= SHORT_ARGUMENT;
    case 'number':
      return true;
    case 'unary':
      return argument.operator !== '...' && isShort(argument.operand);
    case 'array':
      return argument.items.length === 0;
    case 'object':
      return argument.members.length === 0;
    case 'other':
      return argument.text.length <= 7;
    default:
      return false;
  }
}
