import type { Span } from '../diagnostics/diagnostic.js';
import type { ChainLink, Expression, RightOperator, Source } from './ast.js';
import type { TokenCursor } from './cursor.js';
import { infixLevel, LEVEL } from './grammar.js';

type PrefixOperator = { readonly operator: '-' | 'some' | 'not'; readonly span: Span };

/** An operation whose right side is not complete yet. */
type Open =
  | { readonly open: 'prefix'; readonly level: number; readonly operators: PrefixOperator[] }
  /** The operator that waits for its right side is not yet in `rest`. */
  | {
      readonly open: 'chain';
      readonly level: number;
      readonly first: Expression;
      readonly rest: ChainLink[];
      operator: ChainLink['operator'];
      span: Span;
    }
  | {
      readonly open: 'right';
      readonly level: number;
      readonly operator: RightOperator;
      readonly operands: Expression[];
      readonly spans: Span[];
    }
  /** `value` is `null` for the source of a loop. */
  | {
      readonly open: 'in';
      readonly level: number;
      readonly value: Expression | null;
      readonly negated: boolean;
      readonly span: Span;
      range: Range | null;
    };

type Range = { readonly lo: Expression; readonly span: Span };
type Operand = (cursor: TokenCursor) => Expression;

/** Parses one expression with its operators, by operator precedence with an explicit stack: chains of any length need no recursion. */
export function parseOperators(cursor: TokenCursor, operand: Operand): Expression {
  const stack: Open[] = [];
  const last = readInfix(cursor, operand, stack, 0);
  return closeAbove(stack, 0, last);
}

/** Parses the source of a loop: an expression that binds as tightly as `..` or tighter. */
export function parseLoopSource(cursor: TokenCursor, operand: Operand): Source {
  const source: Open = { open: 'in', level: LEVEL.comparison, value: null, negated: false, span: cursor.span(), range: null };
  const stack: Open[] = [source];
  const last = readInfix(cursor, operand, stack, LEVEL.range);
  return sourceOf(source.range, closeAbove(stack, LEVEL.comparison, last));
}

function readInfix(cursor: TokenCursor, operand: Operand, stack: Open[], loosest: number): Expression {
  let value = readPrefixed(cursor, operand, stack);
  for (;;) {
    const token = cursor.peek();
    const negated = token.text === 'not' && cursor.at('in', 1);
    const level = infixLevel(negated ? 'in' : token.text);
    if (level === undefined || level < loosest || !cursor.continues(token)) return value;
    value = closeAbove(stack, level, value);
    if (token.text === '**') checkBase(cursor, value);
    const span = cursor.span();
    if (negated) cursor.next();
    cursor.next();
    pushInfix(cursor, stack, level, token.text, span, value);
    value = readPrefixed(cursor, operand, stack);
  }
}

/** Reads `not`, `-` and `some` before an operand, and puts each run of one level onto the stack as one operation. */
function readPrefixed(cursor: TokenCursor, operand: Operand, stack: Open[]): Expression {
  for (let operator = prefixAt(cursor); operator !== null; operator = prefixAt(cursor)) {
    const span = cursor.skip();
    const top = stack.at(-1);
    const level = levelOfPrefix(operator, top);
    if (top !== undefined && top.level > level) {
      cursor.fail('misplaced-not', span, `\`${operator}\` binds looser than what stands before it`, `write \`(${operator} …)\``);
    }
    if (top?.open === 'prefix' && top.level === level) top.operators.push({ operator, span });
    else stack.push({ open: 'prefix', level, operators: [{ operator, span }] });
  }
  return operand(cursor);
}

/**
 * `some` takes everything that binds tighter than `??`, since arithmetic never has an option as operand. To the right of such
 * arithmetic it is an ordinary operand, of the wrong type.
 */
function levelOfPrefix(operator: PrefixOperator['operator'], top: Open | undefined): number {
  if (operator === 'not') return LEVEL.not;
  return operator === 'some' && (top === undefined || top.level <= LEVEL.some) ? LEVEL.some : LEVEL.prefix;
}

function prefixAt(cursor: TokenCursor): '-' | 'some' | 'not' | null {
  const token = cursor.peek();
  if (token.text === 'not' || token.text === 'some') return token.text;
  return token.text === '-' && !isLiteralSign(cursor) ? '-' : null;
}

/** A minus directly before an integer literal belongs to the literal. */
export function isLiteralSign(cursor: TokenCursor): boolean {
  return cursor.at('-') && cursor.peek(1).kind === 'integer' && cursor.touchesNext();
}

function pushInfix(cursor: TokenCursor, stack: Open[], level: number, text: string, span: Span, value: Expression): void {
  const top = stack.at(-1);
  if (level === LEVEL.range) {
    if (top?.open === 'in' && top.range === null) top.range = { lo: value, span };
    else cursor.fail('misplaced-range', span, 'a range stands only after `in`, in a domain or in a pattern');
  } else if (level === LEVEL.comparison) {
    if (top?.level === level && !(top.open === 'in' && top.value === null)) {
      cursor.fail('chained-comparison', span, 'comparisons do not chain', 'write `a < b and b < c`');
    } else if (text === 'in' || text === 'not') stack.push({ open: 'in', level, value, negated: text === 'not', span, range: null });
    else stack.push({ open: 'chain', level, first: value, rest: [], operator: linkOperator(text), span });
  } else if (text === 'implies' || text === '??' || text === '**') {
    if (top?.open === 'right' && top.level === level) {
      top.operands.push(value);
      top.spans.push(span);
    } else stack.push({ open: 'right', level, operator: text, operands: [value], spans: [span] });
  } else if (top?.open === 'chain' && top.level === level) {
    top.rest.push({ operator: top.operator, span: top.span, operand: value });
    top.operator = linkOperator(text);
    top.span = span;
  } else stack.push({ open: 'chain', level, first: value, rest: [], operator: linkOperator(text), span });
}

/** `-2 ** 2` is 4 in some languages and -4 in others. */
function checkBase(cursor: TokenCursor, base: Expression): void {
  if (base.form !== 'integer' || base.value >= 0 || cursor.previous().text === ')') return;
  cursor.fail(
    'unexpected',
    cursor.span(),
    '`**` stands after a negative literal',
    `write \`(${base.value}) ** n\`, or \`-(${-base.value} ** n)\``,
  );
}

function linkOperator(text: string): ChainLink['operator'] {
  switch (text) {
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
    case '&':
    case '|':
    case '^':
    case '<<':
    case '>>':
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'and':
    case 'or':
    case '++':
      return text;
    default:
      throw new Error(`not an operator of a chain: ${text}`);
  }
}

/** Completes every operation on the stack that binds tighter than `level`; `value` is the right side of the innermost one. */
function closeAbove(stack: Open[], level: number, value: Expression): Expression {
  let result = value;
  for (let top = stack.at(-1); top !== undefined && top.level > level; top = stack.at(-1)) {
    stack.pop();
    result = complete(top, result);
  }
  return result;
}

/**
 * Returns the operation with its last operand. `(a + b) + c` has the same meaning as `a + b + c`, so both become one chain. A tree
 * then has one spelling, and the canonical layout no superfluous parentheses.
 */
function complete(open: Open, last: Expression): Expression {
  switch (open.open) {
    case 'prefix':
      return completePrefix(open.operators, last);
    case 'chain': {
      const { operator, span } = open;
      return completeChain(open.first, completeLinks(open.rest, { operator, span, operand: last }), open.level, span);
    }
    case 'right':
      return completeRight(open.operator, open.operands, open.spans, last);
    case 'in':
      return open.value === null
        ? last
        : { form: 'in', value: open.value, source: sourceOf(open.range, last), negated: open.negated, span: open.span };
  }
}

/** Most chains have one link, and a list that grows has room for 17. */
function completeLinks(links: ChainLink[], last: ChainLink): readonly ChainLink[] {
  if (links.length === 0) return [last];
  links.push(last);
  return links;
}

function completePrefix(operators: readonly PrefixOperator[], last: Expression): Expression {
  const span = operators[0]?.span ?? last.span;
  const same = last.form === 'prefix' && (last.operators[0]?.operator === 'not') === (operators[0]?.operator === 'not');
  if (!same) return { form: 'prefix', operators, operand: last, span };
  return { form: 'prefix', operators: [...operators, ...last.operators], operand: last.operand, span };
}

function completeChain(first: Expression, rest: readonly ChainLink[], level: number, span: Span): Expression {
  const same = first.form === 'chain' && level !== LEVEL.comparison && infixLevel(first.rest[0]?.operator ?? '') === level;
  return same ? { form: 'chain', first: first.first, rest: [...first.rest, ...rest], span } : { form: 'chain', first, rest, span };
}

function completeRight(operator: RightOperator, operands: readonly Expression[], spans: readonly Span[], last: Expression): Expression {
  const span = spans[0] ?? last.span;
  if (last.form !== 'rightChain' || last.operator !== operator)
    return { form: 'rightChain', operator, operands: [...operands, last], spans, span };
  return { form: 'rightChain', operator, operands: [...operands, ...last.operands], spans: [...spans, ...last.spans], span };
}

function sourceOf(range: Range | null, last: Expression): Source {
  return range === null ? { source: 'value', value: last } : { source: 'range', lo: range.lo, hi: last, span: range.span };
}
