import type { Expression, Name, PostfixStep } from './ast.js';
import type { TokenCursor } from './cursor.js';
import { endOfEntry, parseDomain } from './domains.js';
import type { Grammar } from './expression-grammar.js';
import { hintForMethod } from './foreign.js';
import { parseFold, parseIf, parseLoop, parseMatch, parseQuantifier } from './forms.js';
import { LOOP_WORDS } from './grammar.js';
import { atInteger, parseInteger } from './integers.js';
import type { Token } from './token.js';

/** An operand with its postfix steps: `as D`, `[i]`, `.f`. */
export function parseOperand(cursor: TokenCursor, grammar: Grammar): Expression {
  const base = parsePrimary(cursor, grammar);
  let last = parseStep(cursor, grammar);
  if (last === null) return base;
  const steps: PostfixStep[] = [last];
  for (let step = parseStep(cursor, grammar); step !== null; step = parseStep(cursor, grammar)) {
    steps.push(step);
    last = step;
  }
  // `(r.x).y` becomes `r.x.y`.
  if (base.form === 'postfix') return { form: 'postfix', base: base.base, steps: [...base.steps, ...steps], span: last.span };
  return { form: 'postfix', base, steps, span: last.span };
}

function parseStep(cursor: TokenCursor, grammar: Grammar): PostfixStep | null {
  const token = cursor.peek();
  if (!cursor.continues(token)) return null;
  const { span, text } = token;
  switch (text) {
    case 'as': {
      cursor.next();
      const domain = parseDomain(cursor);
      checkDefault(cursor);
      return { step: 'as', domain, span };
    }
    case '[': {
      const brackets = cursor.open('[');
      const index = grammar.expression(cursor);
      cursor.close(']', brackets);
      return { step: 'index', index, span };
    }
    case '.':
      cursor.next();
      if (cursor.peek().kind === 'keyword' && cursor.at('(', 1)) cursor.expected('the name of a field', hintForMethod(cursor.peek().text));
      return { step: 'field', field: cursor.name('a field'), span };
    default:
      return null;
  }
}

/** `x as D ?? d` is read as `x as (D??)`, and then `d` is superfluous: the hint shows the right spelling. */
function checkDefault(cursor: TokenCursor): void {
  if (cursor.previous().text !== '??') return;
  const token = cursor.peek();
  const ends =
    token.kind === 'end' ||
    !cursor.continues(token) ||
    [')', ']', '}', ',', '==', '!=', 'and', 'or', 'implies', '.', '['].includes(token.text);
  if (!ends) cursor.expected('the end of the expression', 'a `?` after `as D` belongs to the domain: write `(x as D) ?? d`');
}

function parsePrimary(cursor: TokenCursor, grammar: Grammar): Expression {
  const token = cursor.peek();
  const { span } = token;
  if (atInteger(cursor)) {
    const { value, span: place } = parseInteger(cursor, 'an integer');
    return { form: 'integer', value, span: place };
  }
  if (startsNextWire(cursor)) return missing(cursor);
  switch (token.kind) {
    case 'text':
      cursor.next();
      return { form: 'text', value: token.value, span };
    case 'bytes':
      cursor.next();
      return { form: 'bytes', value: token.value, span };
    case 'name':
      if (atLoop(cursor)) return parseWordedLoop(cursor, grammar);
      return parseNamed(cursor, grammar);
    case 'capital':
      return parseNamed(cursor, grammar);
    case 'keyword':
      return parseKeyword(cursor, grammar);
    case 'integer':
    case 'wildcard':
    case 'symbol':
    case 'end':
      return parseBracketed(cursor, grammar);
  }
}

/** In `a = b +` with `c = d` on the next line, the value is missing here, and the next line is correct. */
function startsNextWire(cursor: TokenCursor): boolean {
  const token = cursor.peek();
  return token.kind === 'name' && !cursor.continues(token) && cursor.previous().text === '=' && cursor.at('=', 1);
}

function missing(cursor: TokenCursor): Expression {
  const { span } = cursor.previous();
  cursor.fail('unexpected', span, 'expected a value after `=`, found the end of the line');
  return { form: 'none', span };
}

function parseNamed(cursor: TokenCursor, grammar: Grammar): Expression {
  const { span, text, kind } = cursor.peek();
  const called = cursor.at('(', 1) && cursor.continues(cursor.peek(1));
  if (kind === 'capital' && !/^[A-Z][A-Z0-9_]*$/.test(text)) {
    const tag = cursor.at('.', 1) ? cursor.peek(2).text.slice(0, 40) : null;
    const hint = called
      ? 'monomers are in capitals, components in lower case'
      : tag === null
        ? undefined
        : `a tag stands without its enum: \`.${tag}\``;
    if (!cursor.isMisnamed(text)) cursor.expected('a value', hint);
  }
  cursor.next();
  if (!called) return { form: 'name', name: text, span };
  const parentheses = cursor.open('(');
  const list = parseList(cursor, grammar, ')');
  cursor.close(')', parentheses);
  return { form: 'call', callee: text, arguments: list, span };
}

/**
 * Returns true at `map x` and similar: in no expression, a name follows a name. Elsewhere these words are names. `map (a, b) in` is
 * a call only if an item has that name.
 */
function atLoop(cursor: TokenCursor): boolean {
  const { text } = cursor.peek();
  if (!LOOP_WORDS.includes(text)) return false;
  const next = cursor.peek(1);
  if (!cursor.continues(next)) return false;
  if (next.text === '(') return ['in', ','].includes(cursor.afterBracket(1).text) && !cursor.isCallee(text);
  const isName = next.kind === 'name' || next.kind === 'wildcard';
  if (text === 'count' || text === 'first') return isName && (cursor.at('in', 2) || cursor.at(',', 2));
  return isName || next.kind === 'capital' || (next.kind === 'keyword' && cursor.at('in', 2));
}

function parseWordedLoop(cursor: TokenCursor, grammar: Grammar): Expression {
  const { text } = cursor.peek();
  if (text === 'any' || text === 'all' || text === 'count') return parseQuantifier(cursor, grammar, text);
  return parseLoop(cursor, grammar, text === 'first' ? 'first' : 'map');
}

/** Reads expressions separated by commas up to `closing`, which is not consumed. */
function parseList(cursor: TokenCursor, grammar: Grammar, closing: ')' | ']'): readonly Expression[] {
  const list: Expression[] = [];
  while (!cursor.at(closing) && !cursor.atEnd()) {
    list.push(grammar.expression(cursor));
    if (!cursor.at(closing) && cursor.accept(',') === null) cursor.expected(`\`,\` or \`${closing}\``);
  }
  return list;
}

function parseKeyword(cursor: TokenCursor, grammar: Grammar): Expression {
  const { span, text } = cursor.peek();
  switch (text) {
    case 'true':
    case 'false':
      cursor.next();
      return { form: 'boolean', value: text === 'true', span };
    case 'none':
      cursor.next();
      return { form: 'none', span };
    case 'if':
      return parseIf(cursor, grammar);
    case 'match':
      return parseMatch(cursor, grammar);
    case 'filter':
      return parseLoop(cursor, grammar, text);
    case 'fold':
      return parseFold(cursor, grammar);
    default:
      if (cursor.isMisnamed(text)) cursor.giveUp();
      else cursor.expected('a value', `\`${text}\` is a reserved word`);
      return { form: 'none', span };
  }
}

function parseBracketed(cursor: TokenCursor, grammar: Grammar): Expression {
  const { span, text } = cursor.peek();
  switch (text) {
    case '.':
      cursor.next();
      return { form: 'tag', tag: cursor.name('a tag').text, span };
    case '[': {
      const brackets = cursor.open('[');
      const items = parseList(cursor, grammar, ']');
      cursor.close(']', brackets);
      return { form: 'list', items, span };
    }
    case '(':
      return cursor.at(':', 2) || cursor.at('..', 1) ? parseRecord(cursor, grammar) : parseParenthesized(cursor, grammar);
    case '{':
      if (isSpread(cursor.peek(1))) cursor.giveUp();
      else if (cursor.at('..', 1)) cursor.expected('a value', 'a record with another value in a field is `(..p, x: 1)`');
      else if (isTable(cursor))
        cursor.expected('a value', 'a table is a `match`: `match key { .a => 1, _ => 0 }`, or with texts as patterns');
      else cursor.expected('a value', 'a block stands only after `if`, `else`, loops and `=>`; a record is `(x: 1)`');
      return { form: 'none', span };
    default:
      if (isSpread(cursor.peek())) cursor.giveUp();
      else cursor.expected('a value', text === '..' ? 'the record that is copied stands first: `(..p, x: 1)`' : undefined);
      return { form: 'none', span };
  }
}

function parseParenthesized(cursor: TokenCursor, grammar: Grammar): Expression {
  const parentheses = cursor.open('(');
  const inner = grammar.expression(cursor);
  if (cursor.at(',')) cursor.expected('`)`', 'the fields of a record have names: `(x: 1, y: 2)`');
  cursor.close(')', parentheses);
  return inner;
}

function parseRecord(cursor: TokenCursor, grammar: Grammar): Expression {
  const { span } = cursor.peek();
  const parentheses = cursor.open('(');
  const fields: { readonly name: Name; readonly value: Expression }[] = [];
  const base = cursor.accept('..') === null ? null : grammar.expression(cursor);
  if (base !== null) endOfEntry(cursor, ')');
  while (!cursor.at(')') && !cursor.atEnd()) {
    if (cursor.at('..')) cursor.expected('the name of a field', 'the record that is copied stands first: `(..p, x: 1)`');
    const name = cursor.name('a field');
    cursor.expect(':', '`:` and a value');
    fields.push({ name, value: grammar.expression(cursor) });
    endOfEntry(cursor, ')');
  }
  if (base !== null && fields.length === 0) cursor.expected('a field as in `x: 1`', 'a record is copied to change a field of it');
  cursor.close(')', parentheses);
  return { form: 'record', base, fields, span };
}

/** Returns true at `...`, which has been reported. */
function isSpread({ text, span }: Token): boolean {
  return text === '..' && span.length > 2;
}

/** `{ .a: 1, …` and `{ "a": 1, …` are tables in other languages. */
function isTable(cursor: TokenCursor): boolean {
  return cursor.at(':', 3) ? cursor.at('.', 1) : cursor.peek(1).kind === 'text' && cursor.at(':', 2);
}
